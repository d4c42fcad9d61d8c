// Generates src/generated/openapi.ts from the contract, unless it is up to date.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const document = new URL('../../shared/contract/openapi.json', import.meta.url);
const lock = new URL('../../package-lock.json', import.meta.url);
const folder = new URL('../src/generated/', import.meta.url);
const types = new URL('openapi.ts', folder);

/** Updates the types of the contract. Two commands may do so at the same time. */
export async function generateTypes() {
  const contract = readFileSync(document, 'utf8');
  const hash = createHash('sha256').update(contract).update(readFileSync(lock)).digest('hex');
  const mark = `// From shared/contract/openapi.json, ${hash}\n`;
  if (existsSync(types) && readFileSync(types, 'utf8').startsWith(mark)) return;
  const { default: read, astToString } = await import('openapi-typescript');
  const text = mark + astToString(await read(contract));
  mkdirSync(folder, { recursive: true });
  const draft = new URL(`openapi.${process.pid}.part`, folder);
  writeFileSync(draft, text);
  renameSync(draft, types);
}

if (process.argv[1] === import.meta.filename) await generateTypes();
