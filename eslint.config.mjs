import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import nextVitals from 'eslint-config-next/core-web-vitals';
import nextTypescript from 'eslint-config-next/typescript';
import { fileNameRule, tiersRule } from './eslint.tiers.mjs';

const code = ['**/*.{ts,tsx,mjs}'];

const ourRules = {
  // ESLint's cache knows a plugin by name and version: a change of our rules makes every cached verdict void.
  meta: {
    name: 'daftar',
    version: createHash('sha256')
      .update(readFileSync(new URL('eslint.tiers.mjs', import.meta.url)))
      .digest('hex'),
  },
  rules: { tiers: tiersRule, 'file-name': fileNameRule },
};

const oneReader = 'Only lib/system/env.ts (the app) and sandbox/env.ts read the environment.';
const rawHtml = 'Raw HTML is never written: React text only.';

const config = [
  {
    ignores: [
      ...['**/.next/**', '.data/**', 'next-env.d.ts', 'lib/system/generated/**'],
      ...['tests/lint/fixtures/**', 'tests/bench/reference/**', 'test-results/**', 'playwright-report/**'],
    ],
  },
  ...nextVitals,
  ...nextTypescript,
  {
    // A rule that is wrong is changed here, for all, and not switched off on the spot.
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
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportAllDeclaration', message: 'No barrels: import from the file itself.' },
      ],
      // Pictures are the stores' own, wherever they keep them: nothing of ours could fetch or shrink them.
      '@next/next/no-img-element': 'off',
      // The compiler says these: noUnusedLocals, noUnusedParameters.
      '@typescript-eslint/no-unused-vars': 'off',
      'import/no-anonymous-default-export': 'off',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true }],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    },
  },
  {
    // No hooks there, but functions whose names begin with "use".
    files: ['{lib,sandbox,server,tests}/**'],
    rules: { 'react-hooks/rules-of-hooks': 'off' },
  },
  {
    // Next and the tools take what these files export by default.
    files: [
      'app/**/{page,layout,template,default,loading,error,global-error,not-found,global-not-found,forbidden,unauthorized}.tsx',
      'app/**/{icon,apple-icon,opengraph-image,manifest,robots,sitemap}.{ts,tsx}',
      ...['app/i18n.ts', '*.config.{ts,mjs}', 'tests/support/stack/bundle-programs.ts'],
    ],
    rules: { 'import/no-default-export': 'off' },
  },
  {
    // The two readers, those that start processes and hand an environment on, and tests.
    files: [
      ...['lib/system/env.ts', 'sandbox/env.ts', '*.config.{ts,mjs}', 'tests/**'],
      ...[
        'server/stack/child.ts',
        'server/stack/run-tool.ts',
        'server/stack/stack-env.ts',
        'server/postgres/open-database.ts',
      ],
      ...['server/doctor.ts', 'server/psql.ts'],
    ],
    rules: { 'no-restricted-properties': 'off', 'no-restricted-imports': 'off' },
  },
];

export default config;
