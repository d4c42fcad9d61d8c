import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Area } from '../state';

const pages = readdirSync(resolve(import.meta.dirname, '../../../../webapp/help/pages/en')).map((file) => file.replace('.html', ''));

export const help: Area = {
  name: 'help',
  who: 'visitor',
  isWrittenTwice: true,
  states: [
    { name: 'entrance', path: '/help/index.html', arrived: 'h1', onlyIn: 'en' },
    ...pages.map((name) => ({ name, path: ({ language }: { language: string }) => `/help/${language}/${name}.html`, arrived: 'h1' })),
  ],
};

export const documents: Area = {
  name: 'documents',
  who: 'visitor',
  isWrittenTwice: true,
  states: [
    { name: 'privacy notice', path: '/privacy' },
    { name: 'terms', path: '/terms' },
  ],
};
