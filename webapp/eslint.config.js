import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, globalIgnores } from 'eslint/config';
import importX, { createNodeResolver } from 'eslint-plugin-import-x';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import parser from '@typescript-eslint/parser';
import { bareText } from './tools/bareText.js';
import { plainNames } from './tools/plainNames.js';

const src = fileURLToPath(new URL('./src', import.meta.url));

const features = readdirSync(new URL('./src/features', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

/** app → features → components, lib; a feature never imports another one. */
const zones = [
  ...features.map((feature) => ({
    target: `./src/features/${feature}`,
    from: './src/features',
    except: [`./${feature}`],
    message: 'A feature never imports another feature; what two need belongs in components or lib.',
  })),
  { target: './src/features', from: './src/app', message: 'Features do not know the app around them.' },
  { target: './src/components', from: ['./src/app', './src/features'] },
  { target: './src/lib', from: ['./src/app', './src/features', './src/components'] },
];
const productZone = {
  target: './src',
  from: './src/testing',
  message: 'The product does not know its tests.',
};
const imports = (kept) => ({
  'import-x/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones: kept }],
});

/** In tests, a variable of a module outlives the page, unless it is in a store. */
const message =
  'Put this state into a store of lib/store.ts (or a createLazyComponent), so that a page can start over.';
const ofModule = ':matches(Program, ExportNamedDeclaration) > VariableDeclaration';
const isReadonly = '[id.typeAnnotation.typeAnnotation.typeName.name=/^Readonly/]';
const rememberedByModule = [
  `${ofModule}[kind=/^(let|var)$/]`,
  `${ofModule} > VariableDeclarator:not(${isReadonly}) > NewExpression[callee.type="Identifier"]`,
  `${ofModule} > VariableDeclarator > CallExpression[callee.name=/^(lazy|setupI18n|initCache)$/]`,
  `${ofModule} > VariableDeclarator:not([id.typeAnnotation.typeAnnotation.operator="readonly"]) > ArrayExpression[elements.length=0]`,
  `${ofModule} > VariableDeclarator > ObjectExpression[properties.length=0]`,
  'PropertyDefinition[static=true]:not([readonly=true])',
].map((selector) => ({ selector, message }));

/** These rules need no types, so they are quick: no value may only look like one of a class or an enum. */
const enums = {
  selector: 'TSEnumDeclaration',
  message: 'Use a union of literals: the compiler lets nothing else pass for one of its members.',
};
const imitations = [
  {
    selector:
      ':matches(TSAsExpression:not([typeAnnotation.typeName.name="const"]), TSTypeAssertion) > ObjectExpression',
    message: 'Give the object a type that the compiler checks, or make it with its constructor.',
  },
  {
    selector:
      ':matches(ClassDeclaration, ClassExpression):not([superClass.name="Component"], :has(PrivateIdentifier), :has(PropertyDefinition[override=true][key.name="name"]))',
    message:
      'Give the class a private member (an error its own name), or any object of its shape passes for it.',
  },
];

const pathsOfApi = {
  selector: 'Literal[value=/^\\u002Fapi\\u002F/]',
  message: "A feature's paths, keys and calls are in its api.ts.",
};

/** Covers each way to the storages, so that nothing fails where a browser forbids them or they are full. */
const storages = {
  selector:
    ':matches(Identifier[name=/^(local|session)Storage$/], Literal[value=/^(local|session)Storage$/])',
  message: 'Use lib/storage: the browser may forbid its storages, and then throws.',
};

/** Files that oxlint passes over, because a rule of hooks is suspended in them. */
const suspended = ['src/components/PageHeading.tsx', 'src/features/messages/useOpenedMessage.ts'];

/** Rules that oxlint (.oxlintrc.json) lacks or applies differently; see docs/adr/0035-two-linters-for-the-web-app.md. */
export default defineConfig(
  globalIgnores(['dist', 'src/generated', 'coverage']),
  jsxA11y.flatConfigs.strict,
  {
    files: ['**/*.{js,mjs,ts,tsx}'],
    languageOptions: { parser },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.tsx'], alias: { '@': [src] } })],
    },
    rules: { ...imports([...zones, productZone]), 'no-restricted-syntax': ['error', enums] },
  },
  {
    files: ['src/**'],
    ignores: ['**/*.test.{ts,tsx}', 'src/testing/**'],
    rules: { 'no-restricted-syntax': ['error', enums, ...imitations, storages] },
  },
  {
    files: ['help/**', 'prerender/**'],
    ignores: ['**/*.test.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', enums, storages] },
  },
  {
    files: ['src/**'],
    ignores: ['**/*.test.{ts,tsx}', 'src/testing/**', 'src/callbacks/**', 'src/lib/store.ts'],
    rules: { 'no-restricted-syntax': ['error', enums, ...imitations, ...rememberedByModule, storages] },
  },
  {
    files: ['src/features/**'],
    ignores: ['**/*.test.{ts,tsx}', 'src/features/*/api.ts'],
    rules: {
      'no-restricted-syntax': ['error', enums, ...imitations, ...rememberedByModule, storages, pathsOfApi],
    },
  },
  {
    files: ['src/lib/storage/storage.ts'],
    rules: { 'no-restricted-syntax': ['error', enums, ...imitations, ...rememberedByModule] },
  },
  { files: ['**/*.test.{ts,tsx}', 'src/testing/**'], rules: imports(zones) },
  {
    files: ['src/**/*.tsx'],
    ignores: ['**/*.test.tsx', 'src/testing/**'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { saguaro: { rules: { 'bare-text': bareText } } },
    rules: { 'saguaro/bare-text': 'error' },
  },
  {
    files: ['src/**'],
    ignores: ['src/lib/**', 'src/features/*/api.ts', '**/*.test.{ts,tsx}', 'src/testing/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        { paths: [{ name: 'swr', message: 'Read with useRead or useQuery, in the api.ts of the feature.' }] },
      ],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { plain: { rules: { names: plainNames } } },
    rules: { 'plain/names': 'error' },
  },
  { files: suspended, ...reactHooks.configs.flat['recommended-latest'] },
);
