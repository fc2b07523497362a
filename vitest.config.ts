import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    alias: {
      // Next resolves this one itself; in plain Node it would throw.
      'server-only': file('./server/server-only.ts'),
      '@': file('.'),
    },
  },
  test: {
    // Two cores are what a small CI machine has, and the integration tests start processes of their own.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            '{lib,components,sandbox,server}/**/*.test.{ts,tsx}',
            'tests/{lint,support}/**/*.test.ts',
          ],
          // ESLint reads every type before its first verdict, on a busy machine for long.
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/{integration,simulation}/**/*.test.ts'],
          globalSetup: ['tests/support/postgres.ts'],
          // For a machine that is busy with other things: on a quiet one a test takes seconds.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});
