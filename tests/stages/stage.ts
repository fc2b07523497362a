import path from 'node:path';
import { buildTool, isBuildFresh, recordBuild } from '@/server/stack/build-app';
import type { ReportKind } from '@/tests/support/reports/count-report';

/** A JavaScript tool of node_modules, by its file. */
export type Step = { file: string; args: string[]; env?: Record<string, string> };

/** One part of a run, with its own line in the summary. */
export interface Stage {
  step: Step;
  report: ReportKind;
  /** It shares nothing with the other stages, so it runs beside them; its output follows at its end. */
  isBeside?: true;
  /** It changes files that stages beside it read, so it starts when those have ended. */
  isAlone?: true;
  /** A stage that must have passed first. */
  needs?: string;
  /** Why it need not run, if so: it counts as passed. */
  skip?(): Promise<string | undefined>;
  /** What follows when it has passed. */
  passed?(): Promise<void>;
}

/** The root of the repository. */
export const root = path.resolve(import.meta.dirname, '../..');

/** Where the stages of the last run leave their reports and logs. */
export const reports = path.join(root, '.data', 'test-reports');

/** The report of a stage. */
export const reportOf = (name: string): string => path.join(reports, `${name}.json`);

/** A check that counts as one test. */
export function checkStage(file: string, args: string[]): Stage {
  return { step: { file, args }, report: 'exit code', isBeside: true };
}

/** The files of a Vitest project, or of all whose names begin with `integration`; all files when none is named. */
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

/** The production build. With `reuse`, the build that is there is kept when it is of these very sources. */
export function buildStage({ reuse }: { reuse: boolean }): Stage {
  return {
    step: buildTool,
    report: 'exit code',
    isAlone: true,
    skip: async () => (reuse && (await isBuildFresh()) ? '.next is of these sources already' : undefined),
    passed: recordBuild,
  };
}

/** The stories of these specs; all when none is named. */
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

/** Playwright takes a regular expression, and `order` would be `new-order` too. */
const asPattern = (spec: string) => `/${spec.replaceAll('.', '\\.')}$`;
