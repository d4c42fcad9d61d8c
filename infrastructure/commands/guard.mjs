// What no tool checks: nothing that deploys names the local cloud, and no lock file names a registry.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { inRepository, root } from './paths.mjs';

const localNames = /localhost|127\.0\.0\.1|\bmoto\b|local.?cloud/gi;
// Libraries in the bundle read relative addresses against "http://localhost", so there a port is what tells.
const localNamesInBundle = /localhost:\d|127\.0\.0\.1:\d|\bmoto\b|local.?cloud/gi;
const textFiles = /\.(py|tsx?|json|txt|html|js|css|svg|xml|webmanifest|mk)$|Makefile$/;

function filesUnder(folder) {
  if (!existsSync(folder)) return [];
  if (!statSync(folder).isDirectory()) return [folder];
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((file) => !file.includes('__pycache__') && statSync(file).isFile());
}

function linesMatching(file, pattern) {
  return readFileSync(file, 'utf8').split('\n')
    .flatMap((line, index) => [...line.matchAll(pattern)].map((match) => {
      const around = line.slice(Math.max(0, match.index - 40), match.index + 60);
      return `${relative(root, file)}:${index + 1}: ${around.trim()}`;
    }));
}

const isTest = (file) => /\.test\.tsx?$|\/testing\//.test(file);

/** Lines of functions/, the layer and the web app that name this machine or an emulator. */
function localNamesInDeployedFiles() {
  const sources = [
    'functions', 'shared/python/portal', 'shared/python/domains', 'shared/python/mobile_license',
    'shared/python/transparency_log', 'shared/data',
    'webapp/src', 'webapp/public', 'webapp/index.html',
  ];
  const objectionsIn = (folders, pattern) => folders
    .flatMap((folder) => filesUnder(inRepository(folder)))
    .filter((file) => textFiles.test(file) && !isTest(file))
    .flatMap((file) => linesMatching(file, pattern));
  return [...objectionsIn(sources, localNames), ...objectionsIn(['webapp/dist'], localNamesInBundle)];
}

/** Lines of the lock files that name the address a package was downloaded from. */
function registriesInLockFiles() {
  const folder = inRepository('shared', 'python', 'requirements');
  return [
    ...linesMatching(inRepository('package-lock.json'), /"resolved": "[a-z+]+:/g),
    ...filesUnder(folder).flatMap((file) => linesMatching(file, /--(extra-)?index-url|--find-links|https?:\/\/(?!github\.com)/g)),
  ];
}

/** Everything that the guards object to, one line each; an empty list is good. */
export const objections = () => [...localNamesInDeployedFiles(), ...registriesInLockFiles()];
