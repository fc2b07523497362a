import path from 'node:path';
import { buildTool, isBuildFresh, recordBuild } from '@/server/stack/build-app';
import type { ReportKind } from '@/tests/support/reports/count-report';

/** A JavaScript tool, by its file in node_modules. */
export type Step = { file: string; args: string[]; env?: Record<string, string> };

/** One part of a run, with its own line in the summary. */
export interface Stage {
  step: Step;
  report: ReportKind;
  /**
   * The stage shares nothing with the other stages, so it runs in the background. Its output is printed when it ends.
   */
  isBeside?: true;
  /** The stage changes files that background stages read, so it starts after they have ended. */
  isAlone?: true;
  /** The stage that must have passed before this stage starts. */
  needs?: string;
  /** Returns the reason why the stage need not run; it then counts as passed. Returns undefined if it must run. */
  skip?(): Promise<string | undefined>;
  /** Runs after the stage has passed. */
  passed?(): Promise<void>;
}

/** The root of the repository. */
export const root = path.resolve(import.meta.dirname, '../..');

/** The folder with the reports and logs of the last run. */
export const reports = path.join(root, '.data', 'test-reports');

/** The report file of a stage. */
export const reportOf = (name: string): string => path.join(reports, `${name}.json`);

/** A check that counts as one test. */
export function checkStage(file: string, args: string[]): Stage {
  return { step: { file, args }, report: 'exit code', isBeside: true };
}

/** Checks the two rules about promises that need types. ESLint took 75 s of CPU for them; oxlint takes 14 s. */
export const promisesStage = (): Stage => checkStage('oxlint/bin/oxlint', ['--type-aware']);

/**
 * Runs files of a Vitest project, or of all projects with a name that begins with `integration`. Runs all files if none
 * is named.
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

/** The production build. With `reuse`, an existing build is used if it was made from exactly the current sources. */
export function buildStage({ reuse }: { reuse: boolean }): Stage {
  return {
    step: buildTool,
    report: 'exit code',
    isAlone: true,
    skip: async () => (reuse && (await isBuildFresh()) ? '.next is of these sources already' : undefined),
    passed: recordBuild,
  };
}

/** Runs these browser specs; all specs if none is named. */
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

/** Playwright expects a regular expression, and `order` would also match `new-order`. */
const asPattern = (spec: string) => `/${spec.replaceAll('.', '\\.')}$`;
