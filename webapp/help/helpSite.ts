import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const sources = path.join(import.meta.dirname, 'pages');

/** What the frame around a page says. */
const words = {
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

type Language = keyof typeof words;

export const helpLanguages = Object.keys(words) as Language[];

/** The pages of a language, by their file names. */
export function pagesIn(language: Language): string[] {
  return readdirSync(path.join(sources, language)).sort();
}

function textOf(html: string): string {
  return html.replace(/<[^>]+>/g, '').trim();
}

/** The page's own text; its only first-level heading is also its title. */
function read(file: string): { title: string; body: string } {
  const body = readFileSync(path.join(sources, file), 'utf8').trim();
  const headings = [...body.matchAll(/<h1>([^]*?)<\/h1>/g)];
  const [, heading = ''] = headings[0] ?? [];
  if (headings.length !== 1) throw new Error(`help/pages/${file}: one first-level heading is expected`);
  return { title: textOf(heading), body };
}

function framed(
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
    <title>${title} | ${words[language].help}</title>
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

/** Links to the contents and the other language, and the search, whose results open in a new tab. */
function navigationOf(language: Language, other: Language, file: string): string {
  const { contents, find, navigation, other: otherName, search } = words[language];
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

/** Pages without a rating: they only link to others. */
const unratedPages = ['index.html', 'notfound.html'];

/** The question under a page, which the script shows. */
function ratingOf(language: Language, file: string): string {
  if (unratedPages.includes(file)) return '';
  const { question, yes, no, thanks, failed } = words[language];
  const page = `help/${path.basename(file, '.html')}`;
  return `
<div class="rating" role="group" aria-labelledby="rating" data-page="${page}" data-thanks="${thanks}" data-failed="${failed}" hidden>
<span id="rating">${question}</span>
<button type="button" value="yes">${yes}</button>
<button type="button" value="no">${no}</button>
<span role="status"></span>
</div>`;
}

/** Addresses of the style sheet, and of the script that lets people rate a page. */
interface Assets {
  styleSheet: string;
  script: string;
}

/** Every file of the help: `{language}/{page}.html`, and `index.html`, which leads to the languages. */
export function helpSite(assets: Assets): Map<string, string> {
  const files = new Map<string, string>();
  const entrance = read('index.html');
  files.set('index.html', framed('en', entrance.title, '', entrance.body, assets));
  for (const [language, other] of [
    ['en', 'es'],
    ['es', 'en'],
  ] as const) {
    for (const file of pagesIn(language)) {
      const { title, body } = read(`${language}/${file}`);
      const navigation = navigationOf(language, other, file);
      files.set(
        `${language}/${file}`,
        framed(language, title, navigation, body + ratingOf(language, file), assets),
      );
    }
  }
  return files;
}
