import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const longFiles =
  /\/(simulation\/.*|bad-input|backlog|budget-processes|bulk-runs|crash|lifecycle|model|order-list(-plans)?|quotes-acceptance|read-replica|recipes|restore-drill|resume-backup|roles|rotate-keys)\.test\.ts$/;

/**
 * Runs long test files before short ones. In any other order, one worker might run a long file at the end, while all
 * other workers have nothing to do.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => longFiles.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const sandboxTests = 'tests/integration/sandbox/**/*.test.ts';

const integration = {
  // The time limit of a test is long enough for a busy machine. On an idle machine, a test takes seconds.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
};

export default defineConfig({
  resolve: {
    alias: {
      // The package 'server-only' is replaced, because its import throws an error in plain Node. In the app,
      // Next itself replaces the package.
      'server-only': file('./server/server-only.ts'),
      '@': file('.'),
    },
  },
  test: {
    // Number of test workers for a machine with two cores, such as a small CI machine. It is higher than two,
    // because integration tests spend a quarter of their time waiting for other processes.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // All test files of one worker share their loaded modules. If each file loaded the modules again, the loading
          // would use more CPU than the tests.
          isolate: false,
          include: [
            '{lib,components,sandbox,server}/**/*.test.{ts,tsx}',
            'tests/{lint,near,support}/**/*.test.ts',
          ],
          // The time limit is long because of the tests that run ESLint. ESLint reads all types before its
          // first result, which takes long on a busy machine.
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          ...integration,
          name: 'integration',
          globalSetup: ['tests/support/stack/postgres.ts'],
          // The test files of one worker share its process, so that packages are loaded once. The setup file loads the
          // app's own modules again for each test file.
          isolate: false,
          setupFiles: ['tests/support/integration/fresh-modules.ts'],
          include: ['tests/{integration,simulation}/**/*.test.ts'],
          exclude: [sandboxTests],
        },
      },
      // The modules of the sandbox have no state, so its test files can share loaded modules.
      {
        extends: true,
        test: {
          ...integration,
          name: 'integration-sandbox',
          globalSetup: ['tests/support/stack/bundle-programs.ts'],
          include: [sandboxTests],
          isolate: false,
        },
      },
    ],
  },
});
