import { readdirSync } from 'node:fs';
import { defineConfig } from '@lingui/conf';

const address = '<rootDir>/src/components/address';
const connections = '<rootDir>/src/components/connections';
const fees = '<rootDir>/src/components/fees';
const list = '<rootDir>/src/components/list';
const moreButton = '<rootDir>/src/components/MoreButton.tsx';
const person = '<rootDir>/src/components/person';
const planning = '<rootDir>/src/components/planning';
const services = '<rootDir>/src/components/services';

/** Shared components whose texts are in the catalogs of the features that show them. */
const sharedTexts: Readonly<Record<string, readonly string[]>> = {
  accesslog: [moreButton],
  account: [person],
  addressbook: [address],
  applications: [address, fees],
  connections: [connections, services],
  dashboard: [connections],
  messages: [list, moreButton],
  names: [moreButton, planning],
  plan: [`${planning}/FinishAccountNotice.tsx`],
  registration: [person],
  resources: [`${planning}/SourceNote.tsx`],
  services: [fees, `${services}/ResultItem.tsx`, `${services}/ServiceSearch.tsx`],
  transactions: [list, moreButton],
  userservices: [moreButton, `${services}/ResultItem.tsx`],
};

/** Features in the header of every signed-in page, whose texts are in the shell's catalog. */
const shellFeatures: readonly string[] = ['bell', 'idle', 'lock'];

const features = readdirSync(new URL('./src/features', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !shellFeatures.includes(entry.name))
  .map((entry) => entry.name);

/** Catalogs of the shell and of each feature, so that a page loads only its own texts. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'es'],
  catalogs: [
    {
      path: '<rootDir>/src/app/locales/{locale}',
      include: [
        '<rootDir>/src/app',
        '<rootDir>/src/components',
        '<rootDir>/src/lib',
        ...shellFeatures.map((feature) => `<rootDir>/src/features/${feature}`),
      ],
      exclude: [
        '**/*.test.*',
        moreButton,
        ...[address, connections, fees, list, person, planning, services].map((each) => `${each}/**`),
      ],
    },
    ...features.map((feature) => ({
      path: `<rootDir>/src/features/${feature}/locales/{locale}`,
      include: [`<rootDir>/src/features/${feature}`, ...(sharedTexts[feature] ?? [])],
      exclude: ['**/*.test.*'],
    })),
  ],
  format: 'po',
  formatOptions: { lineNumbers: false, origins: false },
});
