import type { Plugin } from 'vite';
import { buildLandingDocument, buildPublicDocuments } from './documents.ts';

/** The modules that the landing page preloads: its script and its English texts. */
const landingModules = ['/features/landing/LandingPage.tsx', '/features/landing/locales/en.po'];

/** Writes the documents of the landing page and the public pages. They differ from the app's only in their heads. */
export function prerenderedHeads(): Plugin {
  return {
    name: 'prerendered-heads',
    apply: 'build',
    generateBundle: {
      // Vite emits the app's document earlier in this hook.
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
        this.emitFile({
          type: 'asset',
          fileName: 'landing.html',
          source: buildLandingDocument(html, scripts),
        });
        for (const [fileName, source] of buildPublicDocuments(html)) {
          this.emitFile({ type: 'asset', fileName, source });
        }
      },
    },
  };
}
