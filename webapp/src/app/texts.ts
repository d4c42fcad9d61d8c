import type { Messages } from '@lingui/core';
import {
  activateLanguage,
  addCatalog,
  storeCatalog,
  getPreferredLanguage,
  type CatalogLoader,
} from '@/lib/i18n/language';
import { createStore } from '@/lib/store';

interface CatalogueModule {
  messages: Messages;
}

/**
 * The shell's English texts. They are part of the first script, because a separate request would keep the page blank
 * for another round trip.
 */
const atHand = import.meta.glob<CatalogueModule>('./locales/en.po', { eager: true });

const onRequest = import.meta.glob<CatalogueModule>(['./locales/es.po', '../features/*/locales/*.po']);

const loaders = createStore(() => new Map<string, CatalogLoader>());

/** Loads the catalogues of a folder; the same function for the same folder. */
function getCatalogLoader(folder: string): CatalogLoader {
  const known = loaders.current().get(folder);
  if (known) return known;
  const loader: CatalogLoader = async (language) => {
    const file = `${folder}/locales/${language}.po`;
    const catalogue = atHand[file] ?? (await onRequest[file]?.());
    return catalogue?.messages ?? {};
  };
  loaders.current().set(folder, loader);
  return loader;
}

/** Loads the texts of a feature in the language of the page. */
export function loadTextsOf(feature: string): Promise<void> {
  return addCatalog(getCatalogLoader(`../features/${feature}`));
}

/** Loads the shell's texts in the preferred language and shows the page in it. */
export async function prepareTexts(): Promise<void> {
  storeCatalog(getCatalogLoader('.'));
  await activateLanguage(getPreferredLanguage());
}
