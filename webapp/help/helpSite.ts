import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const pagesFolder = path.join(import.meta.dirname, 'pages');

/** The texts around each page. */
const texts = {
  en: {
    help: 'Saguaro help',
    contents: 'Contents',
    other: 'Español',
    navigation: 'Help',
    search: 'Search the portal',
    find: 'Search',
    question: 'Was this page helpful?',
    yes: 'Yes',
    no: 'No',
    thanks: 'Thank you for your answer.',
    failed: 'We couldn’t send your answer. Try again.',
  },
  es: {
    help: 'Ayuda de Saguaro',
    contents: 'Contenido',
    other: 'English',
    navigation: 'Ayuda',
    search: 'Buscar en el portal',
    find: 'Buscar',
    question: '¿Le sirvió esta página?',
    yes: 'Sí',
    no: 'No',
    thanks: 'Gracias por su respuesta.',
    failed: 'No pudimos enviar su respuesta. Inténtelo de nuevo.',
  },
};

type Language = keyof typeof texts;

export const helpLanguages = Object.keys(texts) as Language[];

/** Lists the file names of the pages in a language. */
export function listPages(language: Language): string[] {
  return readdirSync(path.join(pagesFolder, language)).sort();
}

function removeTags(html: string): string {
  return html.replace(/<[^>]+>/g, '').trim();
}

/** Reads a page; its only first-level heading is also its title. */
function readPage(file: string): { title: string; body: string } {
  const body = readFileSync(path.join(pagesFolder, file), 'utf8').trim();
  const headings = [...body.matchAll(/<h1>([^]*?)<\/h1>/g)];
  const [, heading = ''] = headings[0] ?? [];
  if (headings.length !== 1) throw new Error(`help/pages/${file}: one first-level heading is expected`);
  return { title: removeTags(heading), body };
}

function renderDocument(
  language: Language,
  title: string,
  navigation: string,
  body: string,
  { styleSheet, script }: Assets,
): string {
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title} | ${texts[language].help}</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="${styleSheet}" />
    <script type="module" src="${script}"></script>
  </head>
  <body>
${navigation}<main aria-label="${title}">
${body}
</main>
  </body>
</html>
`;
}

/** Renders the links to the contents and the other language, and the search, which opens in a new tab. */
function renderNavigation(language: Language, other: Language, file: string): string {
  const { contents, find, navigation, other: otherName, search } = texts[language];
  const isContents = file === 'index.html';
  return `<nav aria-label="${navigation}">
<a href="index.html"${isContents ? ' aria-current="page"' : ''}>${contents}</a>
<a href="../${other}/${file}" lang="${other}" hreflang="${other}">${otherName}</a>
</nav>
<form action="/services" target="_blank" role="search" aria-label="${search}">
<label for="q">${search}</label>
<input id="q" name="q" type="search" required minlength="2" maxlength="100" autocomplete="off" />
<button type="submit">${find}</button>
</form>
`;
}

/** Pages without a rating, because they only link to others. */
const unratedPages = ['index.html', 'notfound.html'];

/** Renders the rating under a page, which stays hidden until the script shows it. */
function renderRating(language: Language, file: string): string {
  if (unratedPages.includes(file)) return '';
  const { question, yes, no, thanks, failed } = texts[language];
  const page = `help/${path.basename(file, '.html')}`;
  return `
<div class="rating" role="group" aria-labelledby="rating" data-page="${page}" data-thanks="${thanks}" data-failed="${failed}" hidden>
<span id="rating">${question}</span>
<button type="button" value="yes">${yes}</button>
<button type="button" value="no">${no}</button>
<span role="status"></span>
</div>`;
}

/** The addresses of the style sheet and of the rating script. */
interface Assets {
  styleSheet: string;
  script: string;
}

/** Builds the files of the help: `{language}/{page}.html`, and `index.html`, which links to the languages. */
export function buildHelpSite(assets: Assets): Map<string, string> {
  const files = new Map<string, string>();
  const entrance = readPage('index.html');
  files.set('index.html', renderDocument('en', entrance.title, '', entrance.body, assets));
  for (const [language, other] of [
    ['en', 'es'],
    ['es', 'en'],
  ] as const) {
    for (const file of listPages(language)) {
      const { title, body } = readPage(`${language}/${file}`);
      const navigation = renderNavigation(language, other, file);
      files.set(
        `${language}/${file}`,
        renderDocument(language, title, navigation, body + renderRating(language, file), assets),
      );
    }
  }
  return files;
}
