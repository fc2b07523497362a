import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The longest first, or one worker waits for them at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => /\/simulation\/|\/budget-processes\./.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

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
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            '{lib,components,sandbox,server}/**/*.test.{ts,tsx}',
            'tests/{lint,near,support}/**/*.test.ts',
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
