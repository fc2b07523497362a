import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Frame, type Page } from 'playwright';
import { startChild } from '@/server/stack/child';
import { freePort } from '@/server/stack/free-port';
import { findRunningStack } from '@/server/stack/running-stack';
import { browserOptions } from '@/tests/support/e2e/browser';
import { type FileEdit, fileEdits, pageSize } from './dev-loop-edits';
import { report } from './times';

/**
 * Measures the development loop. It starts `npm run dev`, opens the app in the store admin's iframe and edits one
 * real file of each kind. It measures the time from the save of a file until a browser shows the change. Each edited
 * file is restored.
 *
 *     npx tsx --tsconfig tsconfig.node.json tests/bench/dev-loop.ts [rounds]
 *
 * Goals (medians): 1 s for a component; 3 s for a message, a server page and a use case; 3 s for a restart of worker
 * and sandbox; 15 s from a warm start to the first page. On a busy machine the times are not meaningful.
 */
const rounds = Number(process.argv[2] ?? 10);
const root = path.resolve(import.meta.dirname, '../..');
const visibleTimeoutMs = 60_000;
/** Pause in milliseconds between two edits, in which the development server finishes its work. */
const restMs = 2_000;

type Edit = FileEdit & {
  /** Waits until the browser shows the change of the edited file. */
  visible: (round: number) => Promise<unknown>;
};

const output: string[] = [];
const ports = { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) };
const startedMs = performance.now();
const dev = startChild({
  name: 'dev',
  args: ['server/dev.ts'],
  env: ports,
  logFile: path.join(root, '.data/dev/logs/bench.log'),
  readyTimeoutMs: 600_000,
  onLine: (line) => void output.push(line),
});
const browser = await chromium.launch(browserOptions());
try {
  await measure();
} finally {
  await browser.close();
  await dev.stop();
}
process.exit();

async function measure(): Promise<void> {
  const firstPage = await address('Orders');
  const stack = await findRunningStack(['dev']);
  if (!stack) throw new Error('npm run dev did not announce itself');
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, locale: 'ar' });
  page.setDefaultTimeout(300_000);
  const connected = page.waitForEvent('console', (message) => message.text().includes('[HMR] connected'));
  // The first visit of a new installation opens Home, so the address names the orders list, which has a search field.
  const installId = firstPage.split('/').at(-1);
  const returnTo = new URLSearchParams({ returnTo: `/i/${installId}/orders` });
  await page.goto(`${firstPage}?${returnTo}`, { timeout: 300_000 });
  const app = await openedApp(page);
  report('start to first page', [performance.now() - startedMs]);
  const search = app.getByRole('textbox').first();
  await search.fill('123');
  // The development server sends a saved change only to pages that are connected to it. So the benchmark
  // waits until the page is connected.
  await connected;
  await sleep(restMs);
  for (const edit of edits(app, stack.sandboxUrl)) report(edit.name, await timesOf(edit), edit.file);
  const typed = await search.inputValue();
  console.log(`typed text after all edits: ${JSON.stringify(typed)}`);
  if (typed !== '123') process.exitCode = 1;
}

/** Waits until `npm run dev` prints the line that names this server. Returns the URL in that line. */
async function address(name: string): Promise<string> {
  for (;;) {
    const line = output.find((one) => one.startsWith(`  ${name} `));
    if (line) return line.trim().split(/\s+/).at(-1) ?? '';
    await Promise.race([sleep(50), dev.exited.then(() => Promise.reject(new Error(output.join('\n'))))]);
  }
}

async function openedApp(page: Page): Promise<Frame> {
  await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor();
  const app = page.frames().find((frame) => frame !== page.mainFrame());
  if (!app) throw new Error('the admin shows no iframe');
  return app;
}

async function timesOf({ file, from, to, visible }: Edit): Promise<number[]> {
  const absolute = path.join(root, file);
  const text = readFileSync(absolute, 'utf8');
  if (text.split(from).length !== 2) throw new Error(`${file} does not hold this text once: ${from}`);
  const times: number[] = [];
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const seen = visible(round);
      const savedMs = performance.now();
      writeFileSync(absolute, text.replace(from, to(round)));
      await seen;
      times.push(performance.now() - savedMs);
      await sleep(restMs);
    }
  } finally {
    writeFileSync(absolute, text);
    await sleep(restMs);
  }
  return times;
}

function edits(app: Frame, sandboxUrl: string): Edit[] {
  const shows = (text: string) =>
    app.getByText(text).first().waitFor({ state: 'attached', timeout: visibleTimeoutMs });
  const visible: Record<FileEdit['name'], Edit['visible']> = {
    component: (round) => shows(`component-${round}`),
    message: (round) => shows(`message-${round}`),
    'server page': (round) => shows(`page-${round}`),
    'use case': (round) => untilAnswered(app, pageSize(round)),
    'worker, restarted': (round) => until(() => output.some((line) => line.includes(`worker-${round}`))),
    'sandbox, restarted': (round) =>
      until(async () => (await textOf(sandboxUrl)).includes(`sandbox-${round}`)),
  };
  return fileEdits.map((edit) => ({ ...edit, visible: visible[edit.name] }));
}

/** Waits until the API of the order list returns the given number of rows. */
function untilAnswered(app: Frame, rows: number): Promise<void> {
  const [, installId] = /\/i\/([^/?]+)/.exec(app.url()) ?? [];
  return until(async () => {
    const answer: unknown = await app.evaluate(
      (url) =>
        fetch(url).then(
          (response) => response.json(),
          () => null,
        ),
      `/api/i/${installId}/orders`,
    );
    return answer !== null && typeof answer === 'object' && 'rows' in answer && Array.isArray(answer.rows)
      ? answer.rows.length === rows
      : false;
  });
}

function textOf(url: string): Promise<string> {
  return fetch(url).then(
    (response) => response.text(),
    () => '',
  );
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + visibleTimeoutMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`not visible after ${visibleTimeoutMs} ms`);
    await sleep(20);
  }
}
