import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the web app built with React's development version, which says in the console what is wrong. */
const folder = process.env.DEVELOPMENT_SITE;

const types: Record<string, string> = { js: 'text/javascript', css: 'text/css' };

/** The file that the development build has in place of one of the portal's. Its scripts and styles have other names. */
export function findDevelopmentFile(path: string): { contentType: string; body: Buffer } | undefined {
  const [pathname = ''] = path.split('?');
  const file = join(folder ?? '', pathname);
  const contentType = types[pathname.split('.').at(-1) ?? ''];
  if (!folder || !contentType || !pathname.startsWith('/assets/') || !existsSync(file) || !statSync(file).isFile()) return undefined;
  return { contentType, body: readFileSync(file) };
}

const listEntryTags = (html: string): string[] => html.match(/<script type="module"[^>]*><\/script>|<link rel="(?:modulepreload|stylesheet)"[^>]*>/g) ?? [];

/** A document of the portal that loads the development build. Documents without the app stay as they are. */
export function toDevelopmentDocument(html: string): string {
  if (!folder || !html.includes('<div id="root"')) return html;
  const tags = listEntryTags(readFileSync(join(folder, 'index.html'), 'utf-8')).join('\n');
  return listEntryTags(html)
    .reduce((text, tag) => text.replace(tag, ''), html)
    .replace('</head>', `${tags}</head>`);
}
