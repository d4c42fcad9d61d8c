import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..', '..');

/** A path inside the repository. */
export const inRepository = (...parts) => join(root, ...parts);

/** A program of one of the Python environments: `.venv`, `.local/sam` or `.local/checkov`. */
export const pythonProgram = (name, environment = '.venv') => inRepository(environment, 'bin', name);
