import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const longFiles =
  /\/(simulation\/.*|backlog|budget-processes|bulk-runs|crash|lifecycle|order-list)\.test\.ts$/;

/** Runs the longest files first. Otherwise one worker would run them at the end while the others wait. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => longFiles.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const sandboxTests = 'tests/integration/sandbox/**/*.test.ts';

const integration = {
  // The time-outs are long for a busy machine. On a quiet machine a test takes seconds.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
};

export default defineConfig({
  resolve: {
    alias: {
      // Next resolves 'server-only' itself; in plain Node the import would throw.
      'server-only': file('./server/server-only.ts'),
      '@': file('.'),
    },
  },
  test: {
    // Chosen for two cores, as on a small CI machine. Integration tests spend a quarter of their time waiting for other
    // processes.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // The files of one worker share their modules. Loading the modules again for each file used more CPU than the
          // tests.
          isolate: false,
          include: [
            '{lib,components,sandbox,server}/**/*.test.{ts,tsx}',
            'tests/{lint,near,support}/**/*.test.ts',
          ],
          // ESLint reads all types before its first result, which takes long on a busy machine.
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          ...integration,
          name: 'integration',
          globalSetup: ['tests/support/stack/postgres.ts'],
          include: ['tests/{integration,simulation}/**/*.test.ts'],
          exclude: [sandboxTests],
        },
      },
      // The sandbox has no state in its modules, so its files can share them. The app's modules hold the environment
      // and the connections of one file.
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
