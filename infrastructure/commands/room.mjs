// No room on the disk is said in one line, where possible before the work rather than in the middle of it.
import { statfsSync } from 'node:fs';
import { CommandFailed } from './processes.mjs';

const megabyte = 1024 * 1024;
const whatNext = 'Free some and run the command again.';

/** Whether this is what somebody says, or an error that Node throws, who found the disk full. */
export const saysNoRoom = (text) => /ENOSPC|EDQUOT|No space left on device|disk quota exceeded/i.test(String(text));

/** What to tell a person of an error or output of which `saysNoRoom` holds. */
export const noRoomLeft = (what) => new CommandFailed(`There is no room left on the disk (${what}). ${whatNext}`);

/** Throws CommandFailed when the disk of a folder has fewer megabytes left than are needed. */
export function needRoom(folder, megabytes) {
  const { bavail, bsize } = statfsSync(folder);
  const left = Math.floor(bavail * bsize / megabyte);
  if (left < megabytes) {
    throw new CommandFailed(`The disk of ${folder} has ${left} MB left, and ${megabytes} MB are needed. ${whatNext}`);
  }
}
