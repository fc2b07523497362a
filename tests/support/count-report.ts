import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** How many tests of one stage passed and failed. */
export interface Count {
  passed: number;
  failed: number;
}

/** How a tool tells its result: by its exit code alone, or in the report of one of the two runners. */
export type ReportKind = 'exit code' | 'vitest' | 'playwright';

const readers = { vitest: countVitest, playwright: countPlaywright };

/**
 * What a finished stage counts as. A check without a report is one test. A runner's report is believed only
 * as far as its exit code agrees: a crash, a file that does not load, no report and no tests are failures,
 * never nothing.
 */
export function countReport(kind: ReportKind, exitCode: number | null, reportFile: string): Count {
  if (kind === 'exit code') return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const count = readCount(kind, reportFile);
  const silent = count.failed === 0 && (exitCode !== 0 || count.passed === 0);
  return silent ? { ...count, failed: 1 } : count;
}

function readCount(kind: 'vitest' | 'playwright', reportFile: string): Count {
  try {
    return readers[kind](JSON.parse(readFileSync(reportFile, 'utf8')));
  } catch {
    return { passed: 0, failed: 0 };
  }
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
});

function countVitest(json: unknown): Count {
  const report = vitestReport.parse(json);
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles.length };
}

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
});

function countPlaywright(json: unknown): Count {
  const { stats, errors } = playwrightReport.parse(json);
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}
