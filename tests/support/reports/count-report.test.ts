import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { countReport, listFailures, type ReportKind } from './count-report';

const dir = mkdtempSync(path.join(os.tmpdir(), 'daftar-count-'));
afterAll(() => rmSync(dir, { recursive: true }));

function write(report: unknown): string {
  const file = path.join(dir, `${Math.random()}.json`);
  if (report !== undefined) writeFileSync(file, typeof report === 'string' ? report : JSON.stringify(report));
  return file;
}

const count = (kind: ReportKind, exitCode: number | null, report?: unknown) =>
  countReport(kind, exitCode, write(report));

const file = (...statuses: string[]) => ({
  status: statuses.includes('failed') || statuses.length === 0 ? 'failed' : 'passed',
  assertionResults: statuses.map((status) => ({ status })),
});
const vitest = (passed: number, failed: number, ...testResults: unknown[]) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  testResults,
});
const playwright = (expected: number, unexpected: number, flaky = 0, errors: unknown[] = []) => ({
  stats: { expected, unexpected, flaky },
  errors,
});

test('a check without a report counts as one test', () => {
  expect(count('exit code', 0)).toEqual({ passed: 1, failed: 0 });
  expect(count('exit code', 2)).toEqual({ passed: 0, failed: 1 });
  expect(count('exit code', null)).toEqual({ passed: 0, failed: 1 });
});

test('tests are counted one by one', () => {
  expect(count('vitest', 0, vitest(3, 0, file('passed')))).toEqual({ passed: 3, failed: 0 });
  expect(count('vitest', 1, vitest(3, 2, file('failed')))).toEqual({ passed: 3, failed: 2 });
  expect(count('playwright', 0, playwright(4, 0))).toEqual({ passed: 4, failed: 0 });
  expect(count('playwright', 1, playwright(4, 1))).toEqual({ passed: 4, failed: 1 });
});

test('a file that does not load is a failure', () => {
  expect(count('vitest', 1, vitest(3, 0, file('passed'), file()))).toEqual({ passed: 3, failed: 1 });
});

test('a test that passed only on a retry is a failure', () => {
  expect(count('playwright', 0, playwright(4, 0, 1))).toEqual({ passed: 4, failed: 1 });
});

test('an error outside the tests is a failure', () => {
  expect(count('playwright', 1, playwright(4, 0, 0, ['boom']))).toEqual({ passed: 4, failed: 1 });
  expect(count('vitest', 1, vitest(3, 0, file('passed')))).toEqual({ passed: 3, failed: 1 });
});

test('no tests, a missing report and an incomplete report are failures', () => {
  for (const kind of ['vitest', 'playwright'] as const) {
    expect(count(kind, 0)).toEqual({ passed: 0, failed: 1 });
    expect(count(kind, 0, '{"numPassed')).toEqual({ passed: 0, failed: 1 });
    expect(count(kind, null)).toEqual({ passed: 0, failed: 1 });
  }
  expect(count('vitest', 0, vitest(0, 0))).toEqual({ passed: 0, failed: 1 });
  expect(count('playwright', 0, playwright(0, 0))).toEqual({ passed: 0, failed: 1 });
});

test('a failure is listed with the test name and the first lines of its message', () => {
  const failed = {
    status: 'failed',
    fullName: 'a run ends',
    failureMessages: ['\u001b[31mexpected 2\u001b[39m\n at a.ts'],
  };
  const report = vitest(
    1,
    1,
    { name: '/tests/a.test.ts', status: 'failed', assertionResults: [{ status: 'passed' }, failed] },
    { name: '/tests/b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
  );
  expect(listFailures('vitest', write(report))).toEqual([
    { test: 'a.test.ts › a run ends', message: 'expected 2\n at a.ts' },
    { test: 'b.test.ts', message: 'no such module' },
  ]);
  const spec = (title: string, ok: boolean) => ({
    title,
    ok,
    file: 'a.spec.ts',
    tests: [
      {
        results: [
          ok
            ? { errors: [], attachments: [] }
            : {
                errors: [{ message: 'not there' }, { message: '500' }],
                attachments: [
                  { contentType: 'text/plain', body: Buffer.from('/orders says: gone').toString('base64') },
                  { contentType: 'image/png', path: 'a.png' },
                ],
              },
        ],
      },
    ],
  });
  const suites = [{ specs: [spec('one', true)], suites: [{ specs: [spec('two', false)] }] }];
  expect(listFailures('playwright', write({ ...playwright(1, 1), suites }))).toEqual([
    { test: 'a.spec.ts › two', message: 'not there\n500\n/orders says: gone' },
  ]);
  expect(listFailures('vitest', write('{"numPassed'))).toEqual([]);
});
