import path from 'node:path';
import { buildTool, isBuildFresh, recordBuild } from '@/server/stack/build-app';
import type { ReportKind } from '@/tests/support/reports/count-report';

/** A call of a JavaScript tool. `file` is the path of the tool in node_modules. */
export type Step = { file: string; args: string[]; env?: Record<string, string> };

/** One check or test suite of `npm test`. It has its own line in the summary. */
export interface Stage {
  step: Step;
  report: ReportKind;
  /**
   * True if the stage writes no files that other stages read, and uses no port or database of other stages. Such a stage
   * runs in the background, and its output is printed when it ends.
   */
  isBeside?: true;
  /**
   * True if the stage changes files that background stages read. Such a stage starts after the background stages have
   * ended.
   */
  isAlone?: true;
  /** Name of another stage that must have passed before this one starts. */
  needs?: string;
  /**
   * Returns the reason why the stage does not have to run; the stage then counts as passed. Returns undefined if the
   * stage must run.
   */
  skip?(): Promise<string | undefined>;
  /** Called after the stage has passed. */
  passed?(): Promise<void>;
}

/** Path of the root folder of the repository. */
export const root = path.resolve(import.meta.dirname, '../..');

/** Path of the folder with the reports and logs of the last `npm test`. */
export const reports = path.join(root, '.data', 'test-reports');

/** Returns the path of the report file of a stage. */
export const reportOf = (name: string): string => path.join(reports, `${name}.json`);

/** Returns a stage that runs a tool and counts as one test. */
export function checkStage(file: string, args: string[]): Stage {
  return { step: { file, args }, report: 'exit code', isBeside: true };
}

/**
 * Returns the stage that runs ESLint like `npm run lint`, with the same cache. Without files, the stage checks all files.
 */
export function lintStage(files: readonly string[] = []): Stage {
  const cache = ['--cache', '--cache-location', '.data/eslint/', '--cache-strategy', 'content'];
  return checkStage('eslint/bin/eslint.js', ['--max-warnings', '0', ...cache, ...files]);
}

/**
 * Returns the stage that checks spelling and flagged words like `npm run words`, with the same cache. Without files, the
 * stage checks all files. cspell leaves out given files that `npm run words` does not check either.
 */
export function wordsStage(files: readonly string[] = []): Stage {
  const cache = ['--cache', '--cache-location', '.data/cspell'];
  const given = files.flatMap((file) => ['--file', file]);
  const some = given.length > 0 ? ['--no-must-find-files', ...given] : [];
  return checkStage('cspell/bin.mjs', ['lint', '--no-progress', '--no-summary', ...cache, ...some]);
}

/**
 * Checks the two lint rules about promises that need type information. It uses oxlint, which takes 14 s of CPU;
 * ESLint took 75 s.
 */
export const promisesStage = (): Stage => checkStage('oxlint/bin/oxlint', ['--type-aware']);

/**
 * Returns a stage that runs the given files of a Vitest project, or of all projects whose name begins with
 * `integration`. Without files, the stage runs all test files of the project.
 */
export function vitestStage(project: 'unit' | 'integration', files: readonly string[] = []): Stage {
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(project)}`];
  return {
    step: {
      file: 'vitest/vitest.mjs',
      args: ['run', '--project', project === 'integration' ? 'integration*' : project, ...report, ...files],
      env: { NODE_ENV: 'test' },
    },
    report: 'vitest',
    ...(project === 'unit' && { isBeside: true }),
  };
}

/**
 * Returns the stage of the production build. With `reuse`, the stage keeps an existing build of the current sources.
 */
export function buildStage({ reuse }: { reuse: boolean }): Stage {
  return {
    step: buildTool,
    report: 'exit code',
    isAlone: true,
    skip: async () => (reuse && (await isBuildFresh()) ? '.next is of these sources already' : undefined),
    passed: recordBuild,
  };
}

/** Returns the stage that runs the named browser specs. Without names, the stage runs all specs. */
export function specsStage(specs: readonly string[] = []): Stage {
  return {
    step: {
      file: 'playwright/cli.js',
      args: ['test', '--reporter=list,json', ...specs.map(asPattern)],
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf('e2e') },
    },
    report: 'playwright',
    needs: 'build',
  };
}

/**
 * Converts a spec name to the regular expression that Playwright expects. The expression begins with a slash, because
 * `order` alone would also match `new-order`.
 */
const asPattern = (spec: string) => `/${spec.replaceAll('.', '\\.')}$`;
