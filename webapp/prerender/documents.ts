import { publicPages, type PublicPage } from './publicPages.ts';

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function replaceMatch(html: string, pattern: RegExp, text: string): string {
  if (!pattern.test(html)) throw new Error(`the document of the app has nothing like ${String(pattern)}`);
  return html.replace(pattern, () => text);
}

/**
 * Builds the app's document with the head of a page. The canonical address has no host, because every stage gets the
 * same build.
 */
function buildPageDocument(app: string, { path, title, description }: PublicPage): string {
  const [, general = ''] = /<meta\s+name="description"\s+content="([^"]*)"/.exec(app) ?? [];
  const head = [
    `<meta name="description" content="${escapeHtml(description)}" data-general="${general}" />`,
    `<link rel="canonical" href="${path}" />`,
    `<meta property="og:type" content="website" />`,
    `<meta property="og:site_name" content="Saguaro" />`,
    `<meta property="og:title" content="${escapeHtml(title)}" />`,
    `<meta property="og:description" content="${escapeHtml(description)}" />`,
    `<meta property="og:locale" content="en_US" />`,
    `<meta property="og:locale:alternate" content="es_US" />`,
  ].join('\n    ');
  const titled = replaceMatch(app, /<title>[^<]*<\/title>/, `<title>${escapeHtml(title)}</title>`);
  return replaceMatch(titled, /<meta\s+name="description"\s+content="[^"]*"\s*\/?>/, head);
}

/** Builds the landing page's document, which preloads its scripts. */
export function buildLandingDocument(app: string, scripts: readonly string[]): string {
  const links = scripts.map((script) => `<link rel="modulepreload" crossorigin href="/${script}" />`);
  return replaceMatch(app, /<\/head>/, `${links.join('\n    ')}\n  </head>`);
}

/** Builds the documents of the public pages from the app's document, by file name. */
export function buildPublicDocuments(app: string): Map<string, string> {
  return new Map(publicPages.map((page) => [`${page.path.slice(1)}.html`, buildPageDocument(app, page)]));
}
