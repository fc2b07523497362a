import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

/** The numbers of tests of one stage that passed and failed. */
export interface Count {
  passed: number;
  failed: number;
}

/** The name of a failed test, and the first lines of each of its error messages. */
export interface Failure {
  test: string;
  message: string;
}

type Found = { test: string; messages: string[] };

/** How a tool reports its result: only by its exit code, or in the report file of Vitest or Playwright. */
export type ReportKind = 'exit code' | 'vitest' | 'playwright';

const readers = { vitest: countVitest, playwright: countPlaywright };

/**
 * Returns how many tests of a finished stage passed and failed. A tool without a report file counts as one test. These
 * cases count as failures: a crash, a file that does not load, a missing report, a report without tests, and a report
 * that contradicts the exit code.
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

/**
 * Returns the failed tests in the report file of Vitest or Playwright, so that they can be printed after a long test.
 * The list is empty if the report is unreadable, but countReport then reports a failure.
 */
export function listFailures(kind: ReportKind, reportFile: string): Failure[] {
  if (kind === 'exit code') return [];
  try {
    const json: unknown = JSON.parse(readFileSync(reportFile, 'utf8'));
    const found = kind === 'vitest' ? vitestFailures(json) : playwrightFailures(json);
    return found.map(({ test, messages }) => ({ test, message: messages.map(firstLines).join('\n') }));
  } catch {
    return [];
  }
}

const firstLines = (message: string): string =>
  stripVTControlCharacters(message).split('\n').slice(0, 16).join('\n').slice(0, 1200);

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string().optional(),
      message: z.string().optional(),
      status: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string().optional(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

function vitestFailures(json: unknown): Found[] {
  return vitestReport
    .parse(json)
    .testResults.flatMap(({ name = '', message = '', status, assertionResults }) => {
      const file = path.basename(name);
      const failed = assertionResults.filter((test) => test.status === 'failed');
      if (status === 'failed' && failed.length === 0) return [{ test: file, messages: [message] }];
      return failed.map(({ fullName = '', failureMessages }) => ({
        test: `${file} › ${fullName}`,
        messages: failureMessages ?? [],
      }));
    });
}

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

const playwrightSuite = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      ok: z.boolean(),
      file: z.string(),
      tests: z.array(
        z.object({
          results: z.array(
            z.object({
              errors: z.array(z.object({ message: z.string().optional() })),
              attachments: z.array(z.object({ contentType: z.string(), body: z.base64().optional() })),
            }),
          ),
        }),
      ),
    }),
  ),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});
type PlaywrightSuite = z.infer<typeof playwrightSuite>;

function playwrightFailures(json: unknown): Found[] {
  return z
    .object({ suites: z.array(playwrightSuite) })
    .parse(json)
    .suites.flatMap(failuresOfSuite);
}

function failuresOfSuite({ specs, suites = [] }: PlaywrightSuite): Found[] {
  const failed = specs
    .filter(({ ok }) => !ok)
    .map(({ title, file, tests }) => ({
      test: `${file} › ${title}`,
      messages: tests
        .flatMap(({ results }) => results)
        .flatMap(({ errors, attachments }) => [
          ...errors.map(({ message = '' }) => message),
          ...attachments
            .filter(({ contentType }) => contentType === 'text/plain')
            .map(({ body = '' }) => Buffer.from(body, 'base64').toString()),
        ]),
    }));
  return [...failed, ...suites.flatMap(failuresOfSuite)];
}

function countPlaywright(json: unknown): Count {
  const { stats, errors } = playwrightReport.parse(json);
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}
