import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const longFiles =
  /\/(simulation\/.*|backlog|budget-processes|bulk-runs|crash|lifecycle|order-list)\.test\.ts$/;

/** The longest first, or one worker waits for them at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => longFiles.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const sandboxTests = 'tests/integration/sandbox/**/*.test.ts';

const integration = {
  // For a machine that is busy with other things: on a quiet one a test takes seconds.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
};

export default defineConfig({
  resolve: {
    alias: {
      // Next resolves this one itself; in plain Node it would throw.
      'server-only': file('./server/server-only.ts'),
      '@': file('.'),
    },
  },
  test: {
    // For two cores, which a small CI machine has. Integration tests wait for other processes a quarter of their time.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // The files of a worker share their modules. Loading them again for each file took more CPU than the tests.
          isolate: false,
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
          ...integration,
          name: 'integration',
          globalSetup: ['tests/support/stack/postgres.ts'],
          include: ['tests/{integration,simulation}/**/*.test.ts'],
          exclude: [sandboxTests],
        },
      },
      // The sandbox keeps no state in its modules; the app's modules hold the environment and the connections of a file.
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
