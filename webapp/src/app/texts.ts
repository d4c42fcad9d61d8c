import type { Messages } from '@lingui/core';
import {
  activateLanguage,
  addCatalogue,
  keepCatalogue,
  preferredLanguage,
  type CatalogueLoader,
} from '@/lib/i18n/language';

type CatalogueModule = () => Promise<{ messages: Messages }>;

const files = {
  ...import.meta.glob<{ messages: Messages }>('./locales/*.po'),
  ...import.meta.glob<{ messages: Messages }>('../features/*/locales/*.po'),
} as Record<string, CatalogueModule>;

const loaders = new Map<string, CatalogueLoader>();

/** Loads the catalogues of a folder; the same function for the same folder. */
function catalogueIn(folder: string): CatalogueLoader {
  const known = loaders.get(folder);
  if (known) return known;
  const loader: CatalogueLoader = async (language) => {
    const load = files[`${folder}/locales/${language}.po`];
    return load ? (await load()).messages : {};
  };
  loaders.set(folder, loader);
  return loader;
}

/** Loads the texts of a feature in the language of the page. */
export function loadTextsOf(feature: string): Promise<void> {
  return addCatalogue(catalogueIn(`../features/${feature}`));
}

/** Loads the shell's and the landing page's texts in the preferred language and shows the page in it. */
export async function prepareTexts(): Promise<void> {
  keepCatalogue(catalogueIn('.'));
  keepCatalogue(catalogueIn('../features/landing'));
  await activateLanguage(preferredLanguage());
}
