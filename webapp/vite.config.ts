import { readdirSync } from 'node:fs';
import path from 'node:path';
import { transformAsync } from '@babel/core';
import linguiMacro from '@lingui/babel-plugin-lingui-macro';
import { getConfig } from '@lingui/conf';
import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import svgr from 'vite-plugin-svgr';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { getChunkName } from './chunks.ts';
import { helpPages } from './help/plugin.ts';
import { listBuildTargets } from './tools/browsers.mjs';
import { shippedData } from './shippedData.ts';
import { noticeTexts } from './prerender/noticeTexts.ts';
import { prerenderedHeads } from './prerender/plugin.ts';

/** Lingui's configuration, also for a command that is run in another folder. */
const linguiConfig = getConfig({ cwd: import.meta.dirname });

/** Turns Lingui's macros into calls; everything else of the file is left to Vite's own compiler. */
function linguiMacros(): Plugin {
  return {
    name: 'lingui-macros',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: /@lingui\/(core|react)\/macro/ },
      async handler(code, id) {
        const result = await transformAsync(code, {
          filename: id,
          babelrc: false,
          configFile: false,
          sourceMaps: true,
          parserOpts: { plugins: ['typescript', 'jsx'] },
          plugins: [[linguiMacro, { linguiConfig }]],
        });
        return result?.code ? { code: result.code, map: result.map ?? null } : null;
      },
    },
  };
}

/** sonner writes its styles into the page, which the content security policy refuses; its style sheet is imported. */
function sonnerWithoutInlineStyles(): Plugin {
  return {
    name: 'sonner-without-inline-styles',
    transform: {
      filter: { id: /\/sonner\/dist\/index\.mjs$/ },
      handler(code) {
        const changed = code.replace(/^__insertCSS\(.*\);$/m, '');
        if (changed === code)
          throw new Error('sonner: the line that writes styles into the page was not found');
        return { code: changed, map: null };
      },
    },
  };
}

/** Replaces a module by a file of this folder, in the build alone. */
function replacedInBuild(name: string, file: string): Plugin {
  const alias = [{ find: new RegExp(`^${name}$`), replacement: path.resolve(import.meta.dirname, file) }];
  return { name: `${name}-replaced`, apply: 'build', config: () => ({ resolve: { alias } }) };
}

/** Lets rolldown drop the parts of React Router that nothing here uses: data routers, forms, and prefetching. */
function prunedReactRouter(): Plugin {
  return {
    name: 'pruned-react-router',
    apply: 'build',
    transform: {
      filter: { id: /\/react-router\/dist\/production\/chunk-\w+\.mjs$/ },
      handler: (code) => ({
        code: code
          .replace(/^\w+\.displayName = .*;$/gm, '')
          .replace(/= (React\d*\.(?:createContext|memo|forwardRef))\(/g, '= /* @__PURE__ */ $1('),
        map: null,
      }),
    },
  };
}

/**
 * Caches the compiled modules of the tests. A module depends on its own text and on the files that its imports can mean; a
 * catalog also takes texts of another one, and is not cached.
 */
function compiledOnceForTests(): Plugin {
  const files = readdirSync(path.resolve(import.meta.dirname, 'src'), { recursive: true })
    .sort()
    .join('\n');
  return {
    name: 'compiled-once-for-tests',
    configureVitest({ experimental_defineCacheKeyGenerator: defineCacheKey }) {
      defineCacheKey(({ id }) => (id.endsWith('.po') ? false : files));
    },
  };
}

/** Leaves rolldown's runtime out of the files that a script preloads: the first page has loaded it already. */
function withoutRuntime(_: string, files: string[], { hostType }: { hostType: 'html' | 'js' }): string[] {
  return hostType === 'html' ? files : files.filter((name) => !name.includes('/rolldown-runtime-'));
}

/** Tests without markup run in Node, except those that need a browser. */
const inNode = ['src/**/*.test.ts', 'help/**/*.test.ts', 'prerender/**/*.test.ts'];
const needsDocument = [
  'help/help.test.ts',
  'prerender/prerender.test.ts',
  'src/lib/files.test.ts',
  'src/features/bell/useNews.test.ts',
  'src/features/messages/sanitise.test.ts',
  'src/lib/auth/oidc.test.ts',
  'src/lib/auth/returnUrl.test.ts',
  'src/lib/config/configuration.test.ts',
  'src/lib/idle/idleWatch.test.ts',
  'src/lib/pageTitle.test.ts',
  'src/lib/progress/progress.test.ts',
  'src/lib/storage/storage.test.ts',
];

/** The seed of a random order of files and tests, if there is one. */
const seed = process.env.TEST_SEED ? Number(process.env.TEST_SEED) : undefined;

export default defineConfig({
  plugins: [
    linguiMacros(),
    react(),
    lingui({ cwd: import.meta.dirname, failOnMissing: true, failOnCompileError: true }),
    // Styles set the size of icons, and an SVG inside a document needs no namespace.
    svgr({
      svgrOptions: {
        dimensions: false,
        jsx: {
          babelConfig: {
            plugins: [
              ['@svgr/babel-plugin-remove-jsx-attribute', { elements: ['svg'], attributes: ['xmlns'] }],
            ],
          },
        },
      },
    }),
    sonnerWithoutInlineStyles(),
    shippedData(),
    // Each replacement names what it saves, in KB of gzip. The package names only its development build: 1.8 on all pages.
    replacedInBuild('react-router', '../node_modules/react-router/dist/production/index.mjs'),
    // 1.3 on all pages.
    prunedReactRouter(),
    // 2.3 for signed-in people: no request here is signed with AWS credentials, because the API takes the person's token.
    replacedInBuild('@aws-crypto/sha256-js', 'src/lib/api/noSigning.ts'),
    helpPages(),
    noticeTexts(),
    prerenderedHeads(),
    compiledOnceForTests(),
  ],
  resolve: {
    alias: [
      { find: '@', replacement: path.resolve(import.meta.dirname, 'src') },
      // 2.6 KB for signed-in people: the parser of configuration files, which the portal does not have.
      {
        find: /^\.\.\/utils\/parseAmplifyConfig\.mjs$/,
        replacement: path.resolve(import.meta.dirname, 'src/lib/auth/parseAmplifyConfig.ts'),
      },
      // 0.2 KB for everybody who reads: React itself has the hook that SWR takes from a shim for older versions.
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
    ],
  },
  css: {
    preprocessorOptions: {
      scss: {
        loadPaths: [path.resolve(import.meta.dirname, '../node_modules/@uswds/uswds/packages')],
        quietDeps: true,
      },
    },
  },
  build: {
    target: listBuildTargets(),
    manifest: true,
    // The content security policy allows neither inline scripts nor data addresses for them.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: withoutRuntime },
    rolldownOptions: {
      input: {
        index: path.resolve(import.meta.dirname, 'index.html'),
        popupCallback: path.resolve(import.meta.dirname, 'popup-callback.html'),
        silentCallback: path.resolve(import.meta.dirname, 'silent-callback.html'),
        help: path.resolve(import.meta.dirname, 'help/help.scss'),
        helpRating: path.resolve(import.meta.dirname, 'help/rating.ts'),
      },
      output: {
        // Every page gets the list of all names, and what is random does not compress. Chunks have no shorter ones.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:5][extname]',
        // What the first page needs comes in one file: a phone waits for every further one. The callback pages share
        // nothing with it.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: getChunkName }],
        },
      },
    },
  },
  test: {
    testTimeout: 20_000,
    maxWorkers: 2,
    // One document and one set of modules for all files of a worker; after each test they are as at the start.
    isolate: false,
    css: false,
    experimental: {
      fsModuleCache: true,
      fsModuleCachePath: path.resolve(import.meta.dirname, '../.local/cache/vitest'),
    },
    ...(seed !== undefined && { sequence: { seed, shuffle: { files: true, tests: true } } }),
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          setupFiles: ['src/testing/setupClock.ts'],
          include: inNode,
          exclude: needsDocument,
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'http://localhost:8080/' } },
          setupFiles: ['src/testing/setupClock.ts', 'src/testing/setup.ts'],
          include: ['src/**/*.test.tsx', ...needsDocument],
        },
      },
    ],
  },
});
