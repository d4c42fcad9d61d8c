import { generatePath } from 'react-router';
import { paths } from '@/lib/paths';

/** The page of somebody's record; nothing else of them is in an address. */
export const addressOfPerson = (id: string): string => generatePath(paths.userRecord, { id });
