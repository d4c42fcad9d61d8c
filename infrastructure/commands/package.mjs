import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { conditions, record, findTables } from './measurements.mjs';
import { pythonProgram } from './paths.mjs';
import { attachChild } from './processes.mjs';
import { setUp } from './setup.mjs';

/**
 * `npm run package -- [--stage dev] [--record]`: builds every artefact that a deployment uploads and prints the sizes;
 * `--record` writes them into docs/measurements.md.
 */
export default async function packageArtefacts(parameters) {
  await setUp('python', 'sam', 'webapp');
  const isRecorded = parameters.includes('--record');
  const others = parameters.filter((parameter) => parameter !== '--record');
  const folder = mkdtempSync(join(tmpdir(), 'saguaro-package-'));
  try {
    const figures = join(folder, 'figures.json');
    const code = await attachChild(pythonProgram('python'), [
      '-m', 'infrastructure.operations.package', ...others, '--figures', figures,
    ]);
    if (code === 0 && isRecorded) {
      const how = others.length > 0 ? `\`${others.join(' ')}\`, ` : '';
      record('npm run package', how + await conditions(), findTables(JSON.parse(readFileSync(figures, 'utf8'))));
    }
    return code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
