import type { Area } from './state';
import * as authentication from './states/authentication';
import * as business from './states/business';
import * as inbox from './states/inbox';
import * as planning from './states/planning';
import * as reading from './states/reading';
import * as services from './states/services';
import * as staff from './states/staff';
import * as start from './states/start';

/** Everything that a person can have before them. */
export const areas: readonly Area[] = [start, authentication, services, inbox, business, planning, reading, staff].flatMap((part): Area[] => Object.values(part));
