import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import js from '@eslint/js';
import importX, { createNodeResolver } from 'eslint-plugin-import-x';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

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

/** The libraries that sign people in and carry requests, and the only files that may know them. */
const owned = [
  { library: 'oidc-client-ts', owners: ['src/lib/auth/oidc.ts', 'src/callbacks/*.ts'] },
  { library: 'aws-amplify', owners: ['src/lib/auth/amplify.ts', 'src/lib/api/transport.ts'] },
];
const restricted = (libraries) => [
  'error',
  {
    patterns: libraries.map(({ library }) => ({
      group: [library, `${library}/*`],
      message: 'Use its port in lib.',
    })),
  },
];

/** What a module remembers outlives the page in the tests, unless it is in a store. */
const message =
  'What a module remembers is in a store of lib/store.ts (or a lazyComponent), so that a page can start over.';
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

export default tseslint.config(
  { ignores: ['dist', 'src/generated', 'coverage'] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  jsxA11y.flatConfigs.strict,
  reactHooks.configs.flat['recommended-latest'],
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.tsx'], alias: { '@': [src] } })],
    },
    rules: {
      ...imports([...zones, productZone]),
      'no-restricted-imports': restricted(owned),
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true } }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  ...owned.map(({ library, owners }) => ({
    files: owners,
    rules: { 'no-restricted-imports': restricted(owned.filter((other) => other.library !== library)) },
  })),
  {
    files: ['src/**'],
    ignores: ['**/*.test.{ts,tsx}', 'src/testing/**', 'src/callbacks/**', 'src/lib/store.ts'],
    rules: { 'no-restricted-syntax': ['error', ...rememberedByModule] },
  },
  { files: ['**/*.test.{ts,tsx}', 'src/testing/**'], rules: imports(zones) },
  {
    files: ['**/*.{js,mjs}'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: { URL: 'readonly', console: 'readonly', process: 'readonly' } },
  },
);
