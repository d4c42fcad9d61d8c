import type { Plugin } from 'vite';
import { buildHelpSite } from './helpSite.ts';

/** The build's name of the help's style sheet. */
const styleSheetName = 'help.css';
/** The build input of the rating script. */
const scriptName = 'helpRating';

/** Writes the help to `help/` beside the app, as plain pages that need no script. */
export function helpPages(): Plugin {
  return {
    name: 'help-pages',
    apply: 'build',
    generateBundle: {
      // Vite emits the style sheets earlier in this hook.
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
        for (const [file, source] of buildHelpSite(assets)) {
          this.emitFile({ type: 'asset', fileName: `help/${file}`, source });
        }
      },
    },
  };
}
