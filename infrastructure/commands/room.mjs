// A full disk is reported in one line, before the work starts where possible.
import { statfsSync } from 'node:fs';
import { CommandFailed } from './processes.mjs';

const megabyte = 1024 * 1024;

/** Tests an error code or the output of a program for a full disk. */
export const isDiskFull = (text) => /ENOSPC|EDQUOT|No space left on device|disk quota exceeded/i.test(String(text));

/** Returns the error to show when the disk filled up during `work`. */
export const explainFullDisk = (work) => new CommandFailed(`The disk is full (${work}). Free some space and run the command again.`);

/** Throws CommandFailed when the disk of `folder` has less free space than `needed` megabytes. */
export function requireRoom(folder, needed) {
  const { bavail, bsize } = statfsSync(folder);
  const free = Math.floor(bavail * bsize / megabyte);
  if (free < needed) {
    throw new CommandFailed(`The disk of ${folder} has ${free} MB left; ${needed} MB are needed. Free some space and run the command again.`);
  }
}
