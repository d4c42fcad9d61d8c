import { readdirSync } from 'node:fs';
import js from '@eslint/js';
import importX from 'eslint-plugin-import-x';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

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
  { target: ['./src/app', './src/features', './src/components', './src/lib'], from: './src/testing' },
];

/** Only one file each may know which libraries sign people in and carry requests. */
const owners = {
  'oidc-client-ts': ['src/lib/auth/oidc.ts', 'src/callbacks/*.ts'],
  'aws-amplify': ['src/lib/auth/amplify.ts', 'src/lib/api/transport.ts'],
};

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
    settings: { 'import-x/resolver': { typescript: false, node: { extensions: ['.ts', '.tsx'] } } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  { files: ['**/*.{js,mjs}'], extends: [tseslint.configs.disableTypeChecked] },
);
