import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import nextVitals from 'eslint-config-next/core-web-vitals';
import nextTypescript from 'eslint-config-next/typescript';
import { fileNameRule, tiersRule } from './eslint.tiers.mjs';

const code = ['**/*.{ts,tsx,mjs}'];

const ourRules = {
  // ESLint's cache identifies a plugin by name and version. A change in these rules changes the version, so every
  // cached result becomes invalid.
  meta: {
    name: 'daftar',
    version: createHash('sha256')
      .update(readFileSync(new URL('eslint.tiers.mjs', import.meta.url)))
      .digest('hex'),
  },
  rules: { tiers: tiersRule, 'file-name': fileNameRule },
};

const reactRules = nextVitals
  .flatMap(({ rules = {} }) => Object.keys(rules))
  .filter((name) => /^(?:react|react-hooks|jsx-a11y|@next\/next)\//.test(name));

const oneReader = 'Only lib/system/env.ts (the app) and sandbox/env.ts read the environment.';
const rawHtml = 'Raw HTML is never written: React text only.';

const config = [
  {
    ignores: [
      '**/.next/**',
      '.data/**',
      'next-env.d.ts',
      'lib/system/generated/**',
      'tests/lint/fixtures/**',
      'tests/bench/reference/**',
      'test-results/**',
      'playwright-report/**',
    ],
  },
  ...nextVitals,
  ...nextTypescript,
  {
    // A wrong rule is changed here for all files and not disabled inline.
    linterOptions: { noInlineConfig: true },
  },
  {
    files: code,
    plugins: { daftar: ourRules },
    rules: {
      'daftar/tiers': 'error',
      'daftar/file-name': 'error',
      'import/no-default-export': 'error',
      'react/no-danger': 'error',
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: oneReader },
        ...['innerHTML', 'outerHTML', 'insertAdjacentHTML'].map((property) => ({
          property,
          message: rawHtml,
        })),
      ],
      'no-restricted-imports': [
        'error',
        ...['process', 'node:process'].map((name) => ({ name, importNames: ['env'], message: oneReader })),
      ],
      // A comment cannot switch off ESLint's rules (noInlineConfig). This rule forbids it for oxlint's
      // (.oxlintrc.json).
      'no-warning-comments': ['error', { terms: ['oxlint-disable'], location: 'anywhere' }],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportAllDeclaration', message: 'No barrels: import from the file itself.' },
      ],
      // Images belong to the stores and can be on any host. This app can neither fetch nor resize them.
      '@next/next/no-img-element': 'off',
      // The TypeScript compiler already checks this: noUnusedLocals, noUnusedParameters.
      '@typescript-eslint/no-unused-vars': 'off',
      'import/no-anonymous-default-export': 'off',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true }],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    },
  },
  {
    // There is no React in these folders, and its rules took two thirds of the lint's time.
    files: ['{lib,sandbox,server,tests}/**'],
    rules: Object.fromEntries(reactRules.map((name) => [name, 'off'])),
  },
  {
    // Next and the tools require a default export in these files.
    files: [
      'app/**/{page,layout,template,default,loading,error,global-error,not-found,global-not-found,forbidden,unauthorized}.tsx',
      'app/**/{icon,apple-icon,opengraph-image,manifest,robots,sitemap}.{ts,tsx}',
      'app/i18n.ts',
      '*.config.{ts,mjs}',
      'tests/support/stack/bundle-programs.ts',
    ],
    rules: { 'import/no-default-export': 'off' },
  },
  {
    // These files may read the environment: the two readers, files that start processes and pass an environment on, and
    // tests.
    files: [
      'lib/system/env.ts',
      'sandbox/env.ts',
      '*.config.{ts,mjs}',
      'tests/**',
      'server/stack/child.ts',
      'server/stack/run-tool.ts',
      'server/stack/stack-env.ts',
      'server/postgres/open-database.ts',
      'server/doctor.ts',
      'server/rotate-keys.ts',
      'server/psql.ts',
    ],
    rules: { 'no-restricted-properties': 'off', 'no-restricted-imports': 'off' },
  },
];

export default config;
