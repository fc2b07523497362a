import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Page } from 'playwright';
import { z } from 'zod';
import en from '@/messages/en.json' with { type: 'json' };
import { freePort } from '@/server/stack/free-port';
import { browserOptions } from '@/tests/support/e2e/browser';
import { firstLoadBytes, firstLoadBytesMax } from '@/tests/support/e2e/first-load';
import { installApp, signIn, storeWith } from '@/tests/support/e2e/merchant';
import { startStack } from '@/tests/support/stack/stack';

/**
 * Measures the performance budgets of a screen (U11) in the lab profile: CPU 4 times slower, 25 Mbps, 60 ms latency,
 * opened top-level. Lighthouse measures the scripts of a first visit, LCP and CLS. Event Timing measures INP. Each
 * value is the median of several passes. A value above its budget fails the benchmark.
 *
 *     npm run build && npm run budgets [passes [index|order|'new order']]
 *
 * Lighthouse is fetched from npm on first use and stored in .data/. On a busy machine the times are not meaningful.
 */
const runs = Number(process.argv[2] ?? 3);
const only = process.argv[3];
const budgets = { scriptBytes: firstLoadBytesMax, lcpMs: 1_200, cls: 0.02, inpMs: 100 };

const version = '12.8.2';
const folder = path.resolve(import.meta.dirname, '../../.data/lighthouse');

const Report = z.object({
  lhr: z.object({
    audits: z.object({
      'largest-contentful-paint': z.object({ numericValue: z.number() }),
      'cumulative-layout-shift': z.object({ numericValue: z.number() }),
    }),
  }),
});
type Lighthouse = (url: string, flags: object, config: object) => Promise<unknown>;

async function loadLighthouse(): Promise<Lighthouse> {
  const entry = path.join(folder, 'node_modules/lighthouse/core/index.js');
  if (!existsSync(entry)) {
    mkdirSync(folder, { recursive: true });
    const wanted = ['install', '--no-save', '--no-audit', '--no-fund', `lighthouse@${version}`];
    const { status, stderr } = spawnSync('npm', [...wanted, '--prefix', folder], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`Lighthouse could not be fetched: ${stderr.trim().split('\n').at(-1)}`);
  }
  const loaded: { default: Lighthouse } = await import(pathToFileURL(entry).href);
  return loaded.default;
}

const throttling = {
  rttMs: 60,
  throughputKbps: 25_000,
  requestLatencyMs: 60,
  downloadThroughputKbps: 25_000,
  uploadThroughputKbps: 25_000,
  cpuSlowdownMultiplier: 4,
};
const config = {
  extends: 'lighthouse:default',
  settings: {
    onlyAudits: ['largest-contentful-paint', 'cumulative-layout-shift'],
    formFactor: 'mobile',
    screenEmulation: { mobile: true, width: 390, height: 844, deviceScaleFactor: 2, disabled: false },
    throttlingMethod: 'devtools',
    throttling,
    // Prevents Lighthouse from deleting the browser's cookies, so that the merchant stays signed in.
    disableStorageReset: true,
  },
};

/**
 * Performs a merchant's clicks and typing on the screen at `url`. Returns the slowest interaction: its duration in
 * milliseconds and the element that was clicked or typed into.
 */
async function slowestInteraction(page: Page, url: string, act: (page: Page) => Promise<void>) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(() => {
    const slowest = { ms: 0, what: '' };
    Object.assign(window, { slowest });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // Event Timing also records a pointer that only moves over an element. Such an entry has no interactionId and
        // is not an interaction, so it is skipped.
        if (!Reflect.get(entry, 'interactionId') || entry.duration <= slowest.ms) continue;
        const target = Reflect.get(entry, 'target');
        const on = target instanceof Element ? (target.closest('button, a, input, label') ?? target) : null;
        const name = on?.getAttribute('aria-label') ?? on?.textContent ?? '';
        const { processingStart, processingEnd } = entry as PerformanceEventTiming;
        const [waited, worked] = [processingStart - entry.startTime, processingEnd - processingStart];
        const parts = `(${Math.round(waited)} waiting, ${Math.round(worked)} at work)`;
        Object.assign(slowest, {
          ms: entry.duration,
          what: `${entry.name} ${name.trim().slice(0, 40)} ${parts}`,
        });
      }
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  });
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForTimeout(2_000);
  await act(page);
  await page.waitForTimeout(1_000);
  const Slowest = z.object({ ms: z.number(), what: z.string() });
  const slowest = Slowest.parse(await page.evaluate(() => Reflect.get(window, 'slowest')));
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return slowest;
}

const acts: Record<string, (page: Page, product: string) => Promise<void>> = {
  index: async (page) => {
    await page.getByRole('button', { name: new RegExp(`^${en.orders.filters.title}`) }).click();
    await page.getByRole('dialog').getByRole('checkbox').first().check();
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: en.orders.search.label }).pressSequentially('104', { delay: 80 });
    await page.getByRole('link', { name: en.orders.views.to_ship }).click();
    await page.getByRole('button', { name: en.frame.palette.open }).click();
    await page.getByRole('combobox').pressSequentially('ord', { delay: 80 });
    await page.keyboard.press('Escape');
  },
  'new order': async (page, product) => {
    await page
      .getByRole('combobox', { name: en.newOrder.picker.label })
      .pressSequentially(product, { delay: 80 });
    await page.getByRole('listbox').getByRole('option').first().click();
    await page
      .getByRole('textbox', { name: new RegExp(`^${en.newOrder.line.price}`) })
      .pressSequentially('12.50', { delay: 80 });
    await page
      .getByRole('textbox', { name: en.newOrder.customer.phone })
      .pressSequentially('+963944123456', { delay: 60 });
    await page.getByRole('button', { name: en.newOrder.create }).first().click();
  },
  order: async (page) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').pressSequentially('new', { delay: 80 });
    await page.keyboard.press('Escape');
  },
};

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function measure(): Promise<number> {
  const lighthouse = await loadLighthouse();
  const stack = await startStack('test-results/budgets');
  const port = await freePort();
  const browser = await chromium.launch(browserOptions([`--remote-debugging-port=${port}`]));
  let over = 0;
  try {
    // Lighthouse opens its tab in the browser's default context, so the merchant signs in in that context.
    const connected = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    const context = connected.contexts()[0] ?? (await connected.newContext());
    const page = await context.newPage();
    const { id: storeId } = await storeWith(stack, 'USD');
    const installId = await installApp(page, stack, storeId);
    await signIn(page, stack, storeId);
    const { orders, products } = await stack.sandbox.control<{
      orders: { id: string }[];
      products: { name: string; status: string }[];
    }>('GET', `/dump?store_id=${storeId}`);
    const product = products.find(({ status }) => status === 'active')?.name ?? '';
    const origin = `${stack.appUrl}/i/${installId}`;
    const storageState = await context.storageState();
    const fresh = () => browser.newContext({ storageState, viewport: { width: 390, height: 844 } });
    for (const [name, address] of [
      ['index', '/orders'],
      ['order', `/orders/${orders[0]?.id}`],
      ['new order', '/orders/new'],
    ] as const) {
      if (only !== undefined && only !== name) continue;
      const first = await fresh();
      const scriptBytes = await firstLoadBytes(await first.newPage(), origin + address);
      await first.close();
      const found = { lcpMs: [] as number[], cls: [] as number[], inpMs: [] as number[] };
      const slowestOf: string[] = [];
      for (let run = 0; run < runs; run++) {
        const { audits } = Report.parse(await lighthouse(origin + address, { port }, config)).lhr;
        found.lcpMs.push(audits['largest-contentful-paint'].numericValue);
        found.cls.push(audits['cumulative-layout-shift'].numericValue);
        const visit = await fresh();
        const act = acts[name];
        if (act) {
          const { ms, what } = await slowestInteraction(await visit.newPage(), origin + address, (of) =>
            act(of, product),
          );
          found.inpMs.push(ms);
          slowestOf.push(`${ms} ms ${what}`);
        }
        await visit.close();
      }
      const measured = {
        scriptBytes,
        lcpMs: Math.round(median(found.lcpMs)),
        cls: Number(median(found.cls).toFixed(3)),
        inpMs: Math.round(median(found.inpMs)),
      };
      const missed = Object.entries(budgets).filter(
        ([budget, max]) => measured[budget as keyof typeof budgets] > max,
      );
      over += missed.length;
      console.log(
        name,
        measured,
        missed.length > 0 ? `over: ${missed.map(([budget]) => budget).join(', ')}` : 'ok',
        slowestOf,
      );
    }
  } finally {
    await browser.close();
    await stack.stop();
  }
  return over;
}

process.exitCode = (await measure()) === 0 ? 0 : 1;
