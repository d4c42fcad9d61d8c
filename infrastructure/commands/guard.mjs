// Checks that deployed files do not name the local cloud, and lock files do not name a registry.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { inRepository, root } from './paths.mjs';

const localNames = /localhost|127\.0\.0\.1|\bmoto\b|local.?cloud/gi;
// Libraries in the bundle read relative addresses against "http://localhost", so there a port is what tells.
const localNamesInBundle = /localhost:\d|127\.0\.0\.1:\d|\bmoto\b|local.?cloud/gi;
const textFiles = /\.(py|tsx?|json|txt|html|js|css|svg|xml|webmanifest|mk)$|Makefile$/;

function listFilesUnder(folder) {
  if (!existsSync(folder)) return [];
  if (!statSync(folder).isDirectory()) return [folder];
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((file) => !file.includes('__pycache__') && statSync(file).isFile());
}

function findMatchingLines(file, pattern) {
  return readFileSync(file, 'utf8').split('\n')
    .flatMap((line, index) => [...line.matchAll(pattern)].map((match) => {
      const around = line.slice(Math.max(0, match.index - 40), match.index + 60);
      return `${relative(root, file)}:${index + 1}: ${around.trim()}`;
    }));
}

const isTest = (file) => /\.test\.tsx?$|\/testing\//.test(file);

/** Finds lines of functions/, the layer and the web app that name this machine or an emulator. */
function findLocalNames() {
  const sources = [
    'functions', 'shared/python/portal', 'shared/python/domains', 'shared/python/mobile_license',
    'shared/python/transparency_log', 'shared/data',
    'webapp/src', 'webapp/public', 'webapp/index.html',
  ];
  const objectionsIn = (folders, pattern) => folders
    .flatMap((folder) => listFilesUnder(inRepository(folder)))
    .filter((file) => textFiles.test(file) && !isTest(file))
    .flatMap((file) => findMatchingLines(file, pattern));
  return [...objectionsIn(sources, localNames), ...objectionsIn(['webapp/dist'], localNamesInBundle)];
}

/** Finds lines of the lock files with the download address of a package. */
function findRegistries() {
  const folder = inRepository('shared', 'python', 'requirements');
  return [
    ...findMatchingLines(inRepository('package-lock.json'), /"resolved": "[a-z+]+:/g),
    ...listFilesUnder(folder).flatMap((file) => findMatchingLines(file, /--(extra-)?index-url|--find-links|https?:\/\/(?!github\.com)/g)),
  ];
}

/** Lists the faults of both checks, one line each. */
export const listObjections = () => [...findLocalNames(), ...findRegistries()];
