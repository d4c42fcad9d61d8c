import type { Plugin } from 'vite';
import { helpSite } from './helpSite.ts';

/** The name under which the build knows the help's style sheet; it is one of the build's inputs. */
const styleSheetName = 'help.css';
/** The name of the input with the help's script. */
const scriptName = 'helpRating';

/** Writes the help pages to `help/` beside the app, as plain pages that can be read without a script. */
export function helpPages(): Plugin {
  return {
    name: 'help-pages',
    apply: 'build',
    generateBundle: {
      // Vite writes the style sheets in its own step of this hook.
      order: 'post',
      handler(_options, bundle) {
        const styleSheet = Object.values(bundle).find(
          (output) => output.type === 'asset' && output.names.includes(styleSheetName),
        );
        if (!styleSheet) throw new Error(`${styleSheetName} is not in the build`);
        const script = Object.values(bundle).find(
          (output) => output.type === 'chunk' && output.isEntry && output.name === scriptName,
        );
        if (!script) throw new Error(`${scriptName} is not in the build`);
        const assets = { styleSheet: `/${styleSheet.fileName}`, script: `/${script.fileName}` };
        for (const [file, source] of helpSite(assets)) {
          this.emitFile({ type: 'asset', fileName: `help/${file}`, source });
        }
      },
    },
  };
}
