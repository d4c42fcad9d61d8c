import { generatePath } from 'react-router';
import { paths } from '@/lib/paths';

/** Returns the address of a person's record. An address holds nothing of a person but the id. */
export const buildPersonAddress = (id: string): string => generatePath(paths.userRecord, { id });
