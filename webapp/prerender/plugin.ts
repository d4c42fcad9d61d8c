import type { Plugin } from 'vite';
import { publicDocuments } from './documents.ts';

/** Writes a document for each public page beside that of the app, which differs in its head alone. */
export function prerenderedHeads(): Plugin {
  return {
    name: 'prerendered-heads',
    apply: 'build',
    generateBundle: {
      // Vite writes the document of the app in its own step of this hook.
      order: 'post',
      handler(_options, bundle) {
        const app = bundle['index.html'];
        if (app?.type !== 'asset') throw new Error('index.html is not in the build');
        for (const [fileName, source] of publicDocuments(app.source.toString())) {
          this.emitFile({ type: 'asset', fileName, source });
        }
      },
    },
  };
}
