import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRepository, pythonProgram } from './paths.mjs';
import { CommandFailed, capture } from './processes.mjs';
import { setUp } from './setup.mjs';

const document = inRepository('shared', 'contract', 'openapi.json');
const committed = inRepository('webapp', 'src', 'generated', 'openapi.ts');

const generate = (target) => capture(inRepository('node_modules', '.bin', 'openapi-typescript'), [document, '-o', target]);

export const generatedTypes = {
  /** Fails when the committed TypeScript types are not those of the committed OpenAPI document. */
  async check() {
    const folder = mkdtempSync(join(tmpdir(), 'saguaro-types-'));
    try {
      const fresh = join(folder, 'openapi.ts');
      const { code, output } = await generate(fresh);
      if (code !== 0) return { code, output };
      const same = readFileSync(fresh, 'utf8') === readFileSync(committed, 'utf8');
      return { code: same ? 0 : 1, output: same ? '' : `${committed} is out of step: npm run contract\n` };
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

/** `npm run contract`: writes the OpenAPI document from the routes, the web app's types from it, and the search index of the help pages. */
export default async function contract() {
  await setUp('python', 'node');
  for (const step of [
    () => capture(pythonProgram('python'), ['-m', 'shared.contract.export']),
    () => generate(committed),
  ]) {
    const { code, output } = await step();
    if (code !== 0) throw new CommandFailed(output);
    process.stdout.write(output);
  }
  return 0;
}
