// Files that changed lately, for tests that the gate runs only with what they test; the nightly run has them all.
import { root } from './paths.mjs';
import { capture } from './processes.mjs';

const git = async (...parameters) => {
  const { code, output } = await capture('git', ['-C', root, ...parameters]);
  return code === 0 ? output : undefined;
};

/** Lists the files that the commits of the last day and the working tree changed; null where git cannot tell. */
export async function listChanges() {
  const [isShallow, committed, uncommitted] = await Promise.all([
    git('rev-parse', '--is-shallow-repository'),
    git('log', '--since=1 day ago', '--name-only', '--format='),
    git('status', '--porcelain', '--untracked-files=all', '--no-renames'),
  ]);
  if (isShallow?.trim() !== 'false' || committed === undefined || uncommitted === undefined) return null;
  return [...committed.split('\n'), ...uncommitted.split('\n').map((line) => line.slice(3))].filter(Boolean);
}

const perFeature = /^webapp\/src\/features\/(\w+)\//;
const isShared = (file) => (/^webapp\/(src|help|index|vite|public|package)/.test(file) && !perFeature.test(file)) || /^(tests\/e2e\/|package-lock)/.test(file);

/** Returns the features of the web app that files belong to, or 'all' when some belong to every page. */
export function findFeatures(files) {
  if (files === null || files.some(isShared)) return 'all';
  return [...new Set(files.flatMap((file) => perFeature.exec(file)?.[1] ?? []))].join(',');
}
