import { publicPages, type PublicPage } from './publicPages.ts';

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function replaced(html: string, pattern: RegExp, text: string): string {
  if (!pattern.test(html)) throw new Error(`the document of the app has nothing like ${String(pattern)}`);
  return html.replace(pattern, () => text);
}

/**
 * The document of the app with the head of a page. Its canonical address has no host: the same build is deployed to
 * every stage.
 */
function documentOf(app: string, { path, title, description }: PublicPage): string {
  const [, general = ''] = /<meta\s+name="description"\s+content="([^"]*)"/.exec(app) ?? [];
  const head = [
    `<meta name="description" content="${escaped(description)}" data-general="${general}" />`,
    `<link rel="canonical" href="${path}" />`,
    `<meta property="og:type" content="website" />`,
    `<meta property="og:site_name" content="Saguaro" />`,
    `<meta property="og:title" content="${escaped(title)}" />`,
    `<meta property="og:description" content="${escaped(description)}" />`,
    `<meta property="og:locale" content="en_US" />`,
    `<meta property="og:locale:alternate" content="es_US" />`,
  ].join('\n    ');
  const titled = replaced(app, /<title>[^<]*<\/title>/, `<title>${escaped(title)}</title>`);
  return replaced(titled, /<meta\s+name="description"\s+content="[^"]*"\s*\/?>/, head);
}

/** The document of the landing page, which loads these scripts together with the first one. */
export function landingDocument(app: string, scripts: readonly string[]): string {
  const links = scripts.map((script) => `<link rel="modulepreload" crossorigin href="/${script}" />`);
  return replaced(app, /<\/head>/, `${links.join('\n    ')}\n  </head>`);
}

/** The documents of the public pages by their files, made of that of the app. */
export function publicDocuments(app: string): Map<string, string> {
  return new Map(publicPages.map((page) => [`${page.path.slice(1)}.html`, documentOf(app, page)]));
}
