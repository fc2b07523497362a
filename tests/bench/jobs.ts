import { type Browser, chromium, type Page } from 'playwright';
import ar from '@/messages/ar.json' with { type: 'json' };
import { browserOptions } from '@/tests/support/e2e/browser';
import { signIn } from '@/tests/support/e2e/merchant';
import {
  type InstalledStore,
  openStore,
  phone,
  trueOrders,
  untilMirrored,
} from '@/tests/support/e2e/open-store';
import { answerQuote, sendQuote } from '@/tests/support/e2e/sent-quotes';
import { sell } from '@/tests/support/e2e/store-orders';
import { bundlePrograms } from '@/tests/support/stack/programs';
import { type Stack, startStack } from '@/tests/support/stack/stack';
import { type Effort, Hand, printEffort } from './hand';

/**
 * Measures three jobs of a merchant on a phone, in Arabic, by real taps, in seconds and taps:
 *
 * - ship: ship the three orders that wait, and open their packing slips, ready to print
 * - owed: find out what the customer of a phone number owes (two orders)
 * - agree: agree a price on WhatsApp, and open the order that the acceptance has created. WhatsApp itself is not opened:
 *   only the tap on its button counts.
 *
 * Each job starts at the list of orders and takes the shortest path that the screens offer. The seconds have two parts.
 * The time of the machine is measured. The time of the person is a model (hand.ts). A screen counts as opened if the
 * path of the URL changes or a tab opens. The effort of the customer is printed apart. The values are medians.
 *
 *     npm run build && npx tsx --tsconfig tsconfig.node.json tests/bench/jobs.ts [rounds]
 */
const rounds = Number(process.argv[2] ?? 3);

type Desk = { stack: Stack; store: InstalledStore; browser: Browser; page: Page };
/** Prepares a job. Returns the function that does it; the function may return the effort of the customer. */
type Job = (desk: Desk, round: number) => Promise<(hand: Hand) => Promise<Effort | undefined>>;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const phoneOf = (job: number, round: number) => `09441${job}00${String(round).padStart(2, '0')}`;
const e164 = (local: string) => `+963${local.slice(1)}`;

const ship: Job = async ({ stack, store, page }) => {
  for (const { id, status } of await trueOrders(stack, store))
    if (status === 'approved' || status === 'processing')
      await stack.sandbox.control('PATCH', `/orders/${id}`, { status: 'delivered' });
  for (let count = 0; count < 3; count += 1) await sell({ stack, ...store }, { quantities: [1] });
  return async (hand) => {
    await hand.tap(page.getByRole('link', { name: ar.orders.views.to_ship }));
    await hand.wait(
      page.waitForFunction(
        () =>
          !document.querySelector('[aria-busy=true]') &&
          document.querySelectorAll('[data-order]').length === 3,
      ),
    );
    await hand.tap(button(page, ar.bulk.select.choose));
    await hand.tap(page.locator('[data-order]').first().getByRole('checkbox'));
    await hand.tap(button(page, ar.bulk.bar.all));
    await hand.tap(button(page, ar.bulk.bar.actions));
    await hand.tap(page.getByRole('menuitem', { name: ar.bulk.bar.fulfill_orders }));
    await hand.tap(button(page, ar.bulk.dialog.check));
    await hand.tap(page.getByRole('dialog').getByRole('button', { name: /^اشحن/ }));
    const opened = page.waitForEvent('popup');
    await hand.tap(page.getByRole('link', { name: ar.bulk.bar.print }));
    const slips = await hand.wait(opened);
    await hand.wait(button(slips, ar.print.print).waitFor());
    const count = await slips.locator('article.paper').count();
    if (count !== 3) throw new Error(`${count} packing slips`);
    return undefined;
  };
};

const owed: Job = async ({ stack, store, page }, round) => {
  const local = phoneOf(1, round);
  for (const unitPriceMinor of [90_000, 60_000]) {
    const sent = await sendQuote({ page, stack, ...store }, { phone: e164(local), unitPriceMinor });
    await answerQuote({ stack }, sent, { intent: 'accept', name: 'سلمى', digits: local.slice(-4) });
  }
  return async (hand) => {
    await hand.type(page.getByRole('textbox', { name: ar.orders.search.label }), local);
    const [before = ''] = ar.orders.owed.split('<');
    await hand.wait(page.getByRole('status').filter({ hasText: before.trim() }).waitFor());
    return undefined;
  };
};

const agree: Job = async ({ stack, store, browser, page }, round) => {
  const local = phoneOf(2, round);
  const [item, typed] = await findItem(stack, store);
  return async (hand) => {
    const { newOrder, quotes } = ar;
    await hand.tap(page.locator('[data-bottom-bar]').getByRole('link', { name: ar.frame.newOrder }));
    await hand.type(page.getByRole('combobox', { name: newOrder.picker.label }), typed);
    await hand.tap(page.getByRole('option').filter({ hasText: item }).first());
    await hand.type(page.getByRole('textbox', { name: new RegExp(`^${newOrder.line.price}`) }), '95000');
    await hand.tap(page.getByText(newOrder.delivery.pickup, { exact: true }));
    await hand.type(page.getByRole('textbox', { name: newOrder.customer.name, exact: true }), 'سلمى');
    await hand.type(page.getByRole('textbox', { name: newOrder.customer.phone }), local);
    await hand.tap(page.getByText(newOrder.payment.mode.quote, { exact: true }));
    await hand.tap(button(page, newOrder.sendQuote).last());
    await hand.tap(button(page, quotes.send.send));
    const whatsApp = page.getByRole('link', { name: quotes.share.whatsapp });
    await hand.wait(whatsApp.tap({ trial: true }));
    hand.effort.taps += 1;
    const text = new URL((await whatsApp.getAttribute('href')) ?? '').searchParams.get('text') ?? '';
    const customer = await accept(browser, /http\S+\/q\/[\w-]{43}/.exec(text)?.[0] ?? '', local.slice(-4));
    await hand.tap(button(page, quotes.send.toQuote));
    await hand.tap(page.getByRole('link', { name: new RegExp(`^${quotes.openOrder.split(' <')[0]}`) }));
    await hand.wait(page.waitForURL(/\/orders\/(?!new)[^/]+$/));
    await hand.wait(page.getByRole('heading', { level: 1 }).waitFor());
    return customer;
  };
};

/** Returns the name of a product with one variant in stock, and the shortest beginning that only its name contains. */
async function findItem(stack: Stack, { storeId }: InstalledStore): Promise<[name: string, typed: string]> {
  type Product = { name: string; status: string; variants: { status: string; stock: number }[] };
  const { products } = await stack.sandbox.control<{ products: Product[] }>(
    'GET',
    `/dump?store_id=${storeId}`,
  );
  const found = products.find(
    ({ status, variants: [only, ...others] }) =>
      status === 'active' && only?.status === 'active' && only.stock >= rounds && others.length === 0,
  );
  if (!found) throw new Error('no product with one variant is in stock');
  const { name } = found;
  const isUnique = (part: string) => products.every((other) => other === found || !other.name.includes(part));
  let length = 3;
  while (length < name.length && !isUnique(name.slice(0, length))) length += 1;
  return [name, name.slice(0, length)];
}

/** The customer opens the link of a quote and accepts it. Returns the customer's effort. */
async function accept(browser: Browser, url: string, digits: string): Promise<Effort> {
  const { answer } = ar.acceptance;
  const context = await newPhone(browser);
  const page = await context.newPage();
  const hand = new Hand(page);
  await hand.wait(page.goto(url));
  const form = page.locator('form#accept');
  await hand.type(form.getByLabel(answer.name), 'سلمى');
  await hand.type(form.getByLabel(answer.digits), digits);
  await hand.tap(form.getByRole('button', { name: answer.accept }));
  // The page has no note before the answer.
  await hand.wait(page.locator('.note h2').waitFor());
  await context.close();
  return hand.effort;
}

const newPhone = (browser: Browser) =>
  browser.newContext({
    viewport: phone,
    locale: 'ar',
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });

await bundlePrograms();
const stack = await startStack('test-results/jobs');
const browser = await chromium.launch(browserOptions());
try {
  await stack.sandbox.control('POST', '/reset', { seed: 'jobs', orders: 60 });
  const store = await openStore(stack, 'SYP');
  const context = await newPhone(browser);
  await signIn(await context.newPage(), stack, store.storeId);
  for (const [name, job] of Object.entries({ ship, owed, agree })) {
    const [merchant, customer]: [Effort[], Effort[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      const page = await context.newPage();
      const run = await job({ stack, store, browser, page }, round);
      await untilMirrored(stack, store.installId);
      await page.goto(store.url);
      await page.locator('[data-live=live]').waitFor({ state: 'attached' });
      const hand = new Hand(page);
      const answered = await run(hand);
      merchant.push(hand.effort);
      if (answered) customer.push(answered);
      for (const open of context.pages()) await open.close();
    }
    printEffort(name, merchant);
    if (customer.length > 0) printEffort(`${name}, customer`, customer);
  }
} finally {
  await browser.close();
  await stack.stop();
}
