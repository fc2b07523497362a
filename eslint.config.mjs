import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import nextVitals from 'eslint-config-next/core-web-vitals';
import nextTypescript from 'eslint-config-next/typescript';
import { fileNameRule, platformPathRule, tiersRule } from './eslint.tiers.mjs';

const code = ['**/*.{ts,tsx,mjs}'];

const ourRules = {
  // ESLint's cache identifies a plugin by name and version. The version of this plugin is the hash of the file with our
  // own rules, so a change in that file invalidates every cached result.
  meta: {
    name: 'daftar',
    version: createHash('sha256')
      .update(readFileSync(new URL('eslint.tiers.mjs', import.meta.url)))
      .digest('hex'),
  },
  rules: { tiers: tiersRule, 'file-name': fileNameRule, 'platform-path': platformPathRule },
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
      'dist*/**',
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
    // No file may disable a lint rule by an inline comment. If a rule is wrong, it is changed in this
    // configuration for all files.
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
      // noInlineConfig stops comments from disabling rules of ESLint, but not rules of oxlint (.oxlintrc.json). This
      // rule therefore refuses every comment that would disable a rule of oxlint.
      'no-warning-comments': ['error', { terms: ['oxlint-disable'], location: 'anywhere' }],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportAllDeclaration', message: 'No barrels: import from the file itself.' },
        {
          selector:
            ':matches(SpreadElement, JSXSpreadAttribute) > ObjectExpression, ArrayExpression > SpreadElement > ArrayExpression',
          message:
            'Write the properties or elements themselves: spreading a literal only changes the formatting.',
        },
      ],
      // Product images belong to the stores and can be on any host. With next/image, this app would fetch and resize
      // the images itself. So next/image is not used, and <img> is allowed.
      '@next/next/no-img-element': 'off',
      // Unused variables are not linted, because the TypeScript compiler already reports them (noUnusedLocals,
      // noUnusedParameters).
      '@typescript-eslint/no-unused-vars': 'off',
      'import/no-anonymous-default-export': 'off',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true }],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    },
  },
  {
    // The React rules are off in folders without React, because these rules took two thirds of the lint's
    // time.
    files: ['{lib,sandbox,server,tests}/**'],
    rules: Object.fromEntries(reactRules.map((name) => [name, 'off'])),
  },
  {
    // This rule refuses paths of the platform. Tests are excluded, because they may contain such paths, for
    // example to check which requests are sent.
    files: ['{app,components,lib,server}/**', '*.ts'],
    ignores: ['lib/platform/**', '**/*.test.ts'],
    plugins: { daftar: ourRules },
    rules: { 'daftar/platform-path': 'error' },
  },
  {
    // Default exports are allowed in these files, because Next and the tools require them.
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
    // Next replaces `process.env.NEXT_RUNTIME` when it compiles this file.
    files: ['instrumentation.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    // Files that may read process.env:
    //
    // - the two files that define the settings
    // - the configuration files
    // - the files that start processes and pass an environment on
    // - the tests
    files: [
      'lib/system/env.ts',
      'sandbox/env.ts',
      '*.config.{ts,mjs}',
      'tests/**',
      'server/stack/child.ts',
      'server/stack/run-tool.ts',
      'server/stack/stack-env.ts',
      'server/postgres/open-database.ts',
      'server/backup.ts',
      'server/build.ts',
      'server/check-backup.ts',
      'server/doctor.ts',
      'server/ops.ts',
      'server/rotate-keys.ts',
      'server/psql.ts',
      'server/use-built-config.ts',
      'server/http/use-own-origin.ts',
    ],
    rules: { 'no-restricted-properties': 'off', 'no-restricted-imports': 'off' },
  },
];

export default config;
