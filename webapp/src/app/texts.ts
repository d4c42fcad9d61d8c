import type { Messages } from '@lingui/core';
import {
  activateLanguage,
  addCatalog,
  storeCatalog,
  getPreferredLanguage,
  type CatalogLoader,
} from '@/lib/i18n/language';
import { createStore } from '@/lib/store';

interface CatalogModule {
  messages: Messages;
}

/**
 * The shell's English texts. They are part of the first script, because a separate request would keep the page blank
 * for another round trip.
 */
const bundledCatalogs = import.meta.glob<CatalogModule>('./locales/en.po', { eager: true });

const catalogImports = import.meta.glob<CatalogModule>(['./locales/es.po', '../features/*/locales/*.po']);

const loaders = createStore(() => new Map<string, CatalogLoader>());

/** Returns the loader of the catalogs of a folder, always the same function for a folder. */
function getCatalogLoader(folder: string): CatalogLoader {
  const existing = loaders.current().get(folder);
  if (existing) return existing;
  const loader: CatalogLoader = async (language) => {
    const file = `${folder}/locales/${language}.po`;
    const catalog = bundledCatalogs[file] ?? (await catalogImports[file]?.());
    return catalog?.messages ?? {};
  };
  loaders.current().set(folder, loader);
  return loader;
}

/** Loads the texts of a feature in the language of the page. */
export function loadTexts(feature: string): Promise<void> {
  return addCatalog(getCatalogLoader(`../features/${feature}`));
}

/** Loads the shell's texts in the preferred language and shows the page in it. */
export async function prepareTexts(): Promise<void> {
  storeCatalog(getCatalogLoader('.'));
  await activateLanguage(getPreferredLanguage());
}
