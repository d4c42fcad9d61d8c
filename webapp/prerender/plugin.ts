import type { Plugin } from 'vite';
import { landingDocument, publicDocuments } from './documents.ts';

/** The script of the landing page and its English texts, which its document loads early. */
const landingModules = ['/features/landing/LandingPage.tsx', '/features/landing/locales/en.po'];

/** Writes a document for the landing page and each page of the plan beside that of the app; only their heads differ. */
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
        const scripts = landingModules.map((module) => {
          const chunk = Object.values(bundle).find(
            (output) => output.type === 'chunk' && output.facadeModuleId?.endsWith(module),
          );
          if (!chunk) throw new Error(`${module} has no script of its own in the build`);
          return chunk.fileName;
        });
        const html = app.source.toString();
        this.emitFile({ type: 'asset', fileName: 'landing.html', source: landingDocument(html, scripts) });
        for (const [fileName, source] of publicDocuments(html)) {
          this.emitFile({ type: 'asset', fileName, source });
        }
      },
    },
  };
}
