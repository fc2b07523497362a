import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type Browser, type BrowserContext, expect, type Page } from 'playwright/test';
import { z } from 'zod';
import { InstallId } from 'commerce-platform-client/contract/ids';
import ar from '@/messages/ar.json' with { type: 'json' };
import { axeFaults, rulesIn } from '@/tests/support/e2e/axe-faults';
import { installStore } from '@/tests/support/e2e/install-store';
import { storeWith, takeBrowserErrors, watch } from '@/tests/support/e2e/merchant';
import { type StoreHandle, dumpOf } from '@/tests/support/e2e/store-orders';
import { type Program, startProgram } from '@/tests/support/stack/program';
import { digits, quoteCommand, type Sending } from '@/tests/support/integration/quote-command';
import type { Stack } from '@/tests/support/stack/stack';
import { untilRefused } from '@/tests/support/stack/until-refused';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import { takePicture } from '@/tests/support/e2e/take-picture';

const words = ar.acceptance;
const linkWords = ar.linkPage;
const phone = { width: 390, height: 844 };

let stack: Stack;
let store: StoreHandle;
let installId: InstallId;
/** The page of the signed-in merchant who sends the quotes of these tests. */
let merchant: Program;
/** The browser context of a customer. JavaScript is disabled in it. */
let customer: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser, newWorld }) => {
  stack = await newWorld('acceptance', fewPastOrders);
  const { id: storeId } = await storeWith(stack, 'SYP');
  installId = InstallId.parse(await installStore(stack, storeId));
  store = { stack, storeId, installId };
  merchant = await startProgram(stack.env);
  customer = await browser.newContext({ viewport: phone, locale: 'ar', javaScriptEnabled: false });
  page = await customer.newPage();
  watch(page);
});
test.afterAll(async () => {
  await customer.close();
  await merchant.stop();
});

// For each request that the app refuses, the browser logs the 4xx status in the console. Any other console message
// fails the test.
test.afterEach(() => {
  expect(
    takeBrowserErrors().filter((text) => !/the server responded with a status of 4\d\d/.test(text)),
  ).toEqual([]);
});

const Sent = z.object({
  value: z.object({
    result: z.object({ quoteId: z.string(), number: z.string(), version: z.number(), token: z.string() }),
  }),
});

async function send(sending: Sending = {}) {
  const command = JSON.stringify(quoteCommand(installId, sending));
  return Sent.parse(await merchant.run('send-quote', installId, command)).value.result;
}

const delivered = {
  shipping: { amount_minor: 35_000, method: 'delivery' },
  shipping_address: { address: 'شارع النصر، طابق ٣', province: 'damascus', city: 'المزة' },
} satisfies Sending['order'];

const linkOf = (token: string) => `${stack.appUrl}/q/${token}`;
const fetchApp = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
  fetch(stack.appUrl + path, { redirect: 'manual', ...init });
const note = (at = page) => at.locator('.note h2');
const answer = (at = page) => at.locator('#answer');
/** Returns the form with which the customer accepts the quote, requests a change or declines the quote. */
const formOf = (intent: 'accept' | 'request_change' | 'decline', at = page) => at.locator(`form#${intent}`);
const picture = (name: string) => takePicture(page, `acceptance-${name}`, { fullPage: true });

/**
 * Runs SQL on the test database as the app's database role. Row security restricts the SQL to the install of the test.
 */
async function sql(text: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    await client.query('SET ROLE daftar_app');
    await client.query(`SELECT set_config('daftar.install_id', $1, false)`, [installId]);
    await client.query(text, values);
  } finally {
    await client.end();
  }
}

const contact = { phone: '+963 933 123 456', address: 'دمشق، شارع الحمرا', footer: 'من 9 إلى 5' };

/** Saves how customers reach the store. */
const saveContact = () =>
  sql(
    `INSERT INTO settings (install_id, name, value, updated_at) VALUES ($1, 'storeContact', $2, now())
     ON CONFLICT (install_id, name) DO UPDATE SET value = excluded.value`,
    [installId, JSON.stringify(contact)],
  );

test('on a phone, in Arabic, without JavaScript, a customer opens, unlocks and accepts a quote, and the order is created', async () => {
  const quote = await send({ order: delivered });
  await page.goto(linkOf(quote.token));
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(quote.number);
  const recipient = page.getByRole('region', { name: words.recipient.delivery });
  await expect(recipient).toContainText('س•••');
  await expect(recipient).toContainText('دمشق');
  await expect(page.locator('body')).not.toContainText('شارع النصر');
  await page.getByRole('link', { name: words.page.goToAnswer }).click();
  await expect(formOf('accept').getByLabel(words.answer.name)).toBeInViewport();
  await recipient.getByLabel(words.answer.digits).fill('٣٤٥٦');
  await recipient.getByRole('button', { name: words.recipient.show }).click();
  await expect(recipient).toContainText('سلمى الخطيب');
  await expect(recipient).toBeInViewport();
  await expect(recipient).toContainText('شارع النصر');
  // The customer entered the phone digits to open the page, so the form on the page does not ask for the digits again.
  await expect(page.getByLabel(words.answer.digits)).toHaveCount(0);
  await answer().getByLabel(words.answer.name).fill('سلمى');
  await answer().getByRole('button', { name: words.answer.accept }).click();
  await expect(page).toHaveURL(linkOf(quote.token));
  await expect(async () => {
    await page.reload();
    await expect(note()).toHaveText(words.state.converted.title, { timeout: 1_000 });
  }).toPass();
  const orders = (await dumpOf(store)).orders.filter(({ attributes }) =>
    JSON.stringify(attributes.reference ?? '').includes(`"${quote.number}"`),
  );
  expect(orders).toHaveLength(1);
  await expect(page.locator('.note')).toContainText(String(orders[0]?.order_number));
  await expect(answer()).toHaveCount(0);
  await picture('converted-ar');
  expect(await customer.cookies()).toEqual([]);
  expect(takeBrowserErrors()).toEqual([]);
});

test('a customer can call and message the store on a phone, before and after the answer', async () => {
  await saveContact();
  const quote = await send({ order: delivered });
  await page.goto(linkOf(quote.token));
  const card = page.getByRole('region', { name: linkWords.contact.title });
  const message = card.getByRole('link', { name: linkWords.contact.message });
  await expect(message).toHaveAttribute('href', /^https:\/\/wa\.me\/963933123456\?text=/);
  await expect(card.getByRole('link', { name: linkWords.contact.call })).toHaveAttribute(
    'href',
    'tel:+963933123456',
  );
  for (const text of Object.values(contact)) await expect(card).toContainText(text);
  await picture('contact-ar');
  await answer().getByText(words.answer.decline).click();
  await formOf('decline').getByLabel(words.answer.digits).fill(digits);
  await formOf('decline').getByRole('button', { name: words.answer.sendDecline }).click();
  await expect(note()).toHaveText(words.state.declined.title);
  await expect(message).toBeVisible();
  await picture('contact-declined-ar');
});

test('wrong digits are reported at their field and nothing typed is lost; the right digits accept from the masked page', async () => {
  const quote = await send({ order: delivered });
  await page.goto(linkOf(quote.token));
  await answer().getByLabel(words.answer.name).fill('أم خالد');
  const field = formOf('accept').getByLabel(words.answer.digits);
  await field.fill('0000');
  await answer().getByRole('button', { name: words.answer.accept }).click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(/بقيت لك 4 محاولات/);
  await expect(answer().getByLabel(words.answer.name)).toHaveValue('أم خالد');
  await picture('wrong-digits-ar');
  await field.fill(digits);
  await answer().getByRole('button', { name: words.answer.accept }).click();
  await expect(note()).toHaveText(new RegExp(`${words.state.accepted.title}|${words.state.converted.title}`));
});

test('a requested change is answered by the next version, and the old version on the screen cannot be accepted unnoticed', async () => {
  const quote = await send();
  await page.goto(linkOf(quote.token));
  await answer().getByText(words.answer.requestChange).click();
  await answer().getByLabel(words.answer.change).fill('أريد الأزرق');
  await formOf('request_change').getByLabel(words.answer.digits).fill(digits);
  await answer().getByRole('button', { name: words.answer.sendChange }).click();
  await expect(note()).toHaveText(words.state.changeRequested.title);
  await answer().getByLabel(words.answer.name).fill('سلمى');
  await formOf('accept').getByLabel(words.answer.digits).fill(digits);
  const items = [{ name: 'تغليف أزرق', quantity: 1, unit_price_minor: 44_400 }];
  await send({ quoteId: quote.quoteId, version: quote.version, order: { items } });
  await answer().getByRole('button', { name: words.answer.accept }).click();
  await expect(note()).toHaveText(words.problem.stale.title);
  await expect(page.locator('.sum')).toContainText('44,400');
  await expect(answer().getByLabel(words.answer.name)).toHaveValue('سلمى');
  await picture('stale-ar');
  await answer().getByRole('button', { name: words.answer.accept }).click();
  await expect(note()).toHaveText(new RegExp(`${words.state.accepted.title}|${words.state.converted.title}`));
});

test('Enter in a change request requests the change, and Enter in the acceptance sends nothing', async () => {
  const quote = await send();
  await page.goto(linkOf(quote.token));
  await answer().getByLabel(words.answer.name).fill('سلمى');
  const acceptDigits = formOf('accept').getByLabel(words.answer.digits);
  await acceptDigits.fill(digits);
  const posts: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.postData() ?? ''));
  await acceptDigits.press('Enter');
  await answer().getByText(words.answer.requestChange).click();
  await answer().getByLabel(words.answer.change).fill('أريد الأزرق');
  const changeDigits = formOf('request_change').getByLabel(words.answer.digits);
  await changeDigits.fill(digits);
  await picture('three-forms-ar');
  await changeDigits.press('Enter');
  await expect(note()).toHaveText(words.state.changeRequested.title);
  expect(posts.map((body) => new URLSearchParams(body).get('intent'))).toEqual(['request_change']);
});

test('a quote is declined with a reason, in English', async () => {
  const quote = await send();
  await page.goto(linkOf(quote.token));
  await page.getByRole('link', { name: linkWords.otherLanguage }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await answer().getByText('I don’t want this quote').click();
  await answer().getByLabel('Reason (optional)').fill('Too dear');
  await formOf('decline').getByLabel('Last four digits of your phone').fill(digits);
  await answer().getByRole('button', { name: 'Decline the quote' }).click();
  await expect(page).toHaveURL(`${linkOf(quote.token)}?lang=en`);
  await expect(note()).toHaveText('Quote declined');
  await expect(answer()).toHaveCount(0);
});

test('markup and bidi characters in the names of the store and its items are shown as text', async () => {
  const evil = '"><script>alert(1)</script>\u202Etxt';
  await sql(`UPDATE stores SET document = jsonb_set(document, '{name}', to_jsonb($1::text))`, [evil]);
  const quote = await send({ order: { items: [{ name: evil, quantity: 1, unit_price_minor: 5 }] } });
  await page.goto(linkOf(quote.token));
  await expect(page.locator('.line .name')).toHaveText(evil);
  await expect(page.locator('.store')).toHaveText(evil);
  await expect(page.locator('script')).toHaveCount(0);
  await expect(page).toHaveTitle(words.documentTitle.replace('{store}', evil.replace('\u202E', '')));
});

test('the acceptance page transfers at most 60 kB for any quote', async ({ browser }) => {
  const items = Array.from({ length: 200 }, (_, index) => ({
    name: `صنف رقم ${index} ${randomUUID()}`,
    quantity: index + 1,
    unit_price_minor: 1_000 + index,
  }));
  for (const [what, order] of [
    ['3 kinds', delivered],
    ['200 kinds', { items }],
  ] as const) {
    const { token } = await send({ order });
    const fresh = await browser.newContext({ viewport: phone, javaScriptEnabled: false });
    const first = await fresh.newPage();
    const cdp = await fresh.newCDPSession(first);
    await cdp.send('Network.enable');
    let bytes = 0;
    const open = new Set<string>();
    cdp.on('Network.requestWillBeSent', ({ requestId }) => open.add(requestId));
    cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      bytes += encodedDataLength;
      open.delete(requestId);
    });
    await first.goto(linkOf(token), { waitUntil: 'networkidle' });
    // The browser may report more requests after it reports that the page is loaded. So the test waits until
    // every request has ended.
    await expect.poll(() => bytes > 0 && open.size).toBe(0);
    // The size limit of the page includes the icon of the page. A visible browser tab fetches this icon, but the
    // headless browser of the test does not. So the test adds the size of the icon.
    const icon = await (await fetchApp('/icon.svg')).arrayBuffer();
    console.log(`acceptance page, ${what}: ${bytes} B over the wire, and ${icon.byteLength} B of an icon`);
    expect(bytes).toBeGreaterThan(1_000);
    expect(bytes + icon.byteLength).toBeLessThanOrEqual(60_000);
    await fresh.close();
  }
});

test('all invalid links get the same response, byte for byte and header for header', async () => {
  const [withdrawn, expired] = [await send(), await send()];
  const { quoteId, version } = withdrawn;
  await merchant.run(
    'withdraw-quote',
    installId,
    JSON.stringify({ installId, quoteId, version, operationId: randomUUID() }),
  );
  await sql('UPDATE quotes SET expires_at = now() WHERE id = $1', [expired.quoteId]);
  const tokens = [withdrawn.token, expired.token, expired.token.slice(1), 'A'.repeat(43), 'x'];
  const answers = [];
  for (const token of tokens) {
    const response = await fetchApp(`/q/${token}`);
    // Each response has a different request id, and only the format of the ids must be equal. So zeros replace the
    // digits of the ids before the headers are compared.
    const headers = [...response.headers]
      .filter(([name]) => name !== 'date')
      .map(([name, value]) => [name, name === 'x-request-id' ? value.replaceAll(/[\da-f]/g, '0') : value]);
    answers.push({ status: response.status, headers, body: await response.text() });
  }
  expect(answers[0]?.status).toBe(404);
  for (const one of answers) expect(one).toEqual(answers[0]);
});

test('S27: a public page has all security headers; a HEAD has no body and changes nothing', async () => {
  const { token } = await send();
  for (const path of [`/q/${token}`, '/q/nothing']) {
    const { headers } = await fetchApp(path);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, nofollow',
      'cross-origin-resource-policy': 'same-origin',
      'content-type': 'text/html; charset=utf-8',
    });
    expect(headers.get('cache-control')).toContain('no-store');
    expect(headers.get('strict-transport-security')).toBeTruthy();
    for (const name of ['set-cookie', 'x-powered-by', 'access-control-allow-origin'])
      expect(headers.get(name)).toBeNull();
  }
  const head = await fetchApp(`/q/${token}`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('an answer from another origin is refused with a readable page; other methods do not exist', async () => {
  const { token } = await send();
  const body = new URLSearchParams({ intent: 'accept', version: '1', digits, name: 'x' });
  const foreign: Record<string, string>[] = [{}, { origin: 'null' }, { origin: 'https://evil.example' }];
  for (const headers of foreign) {
    const refused = await fetchApp(`/q/${token}`, { method: 'POST', body, headers });
    expect([refused.status, refused.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);
    expect(await refused.text()).toContain(linkWords.refused.foreign.title);
  }
  const big = { method: 'POST', body: `message=${'x'.repeat(300_000)}` };
  const type = { 'content-type': 'application/x-www-form-urlencoded', origin: stack.appUrl };
  expect((await fetchApp(`/q/${token}`, { ...big, headers: type })).status).toBe(413);
  for (const method of ['PUT', 'PATCH', 'DELETE'])
    expect((await fetchApp(`/q/${token}`, { method, headers: { origin: stack.appUrl } })).status).toBe(405);
  await page.goto(linkOf(token));
  await expect(answer()).toBeVisible();
});

test('axe finds no fault in either language and theme, nothing is wider than a phone, and every target is at least 44 px high', async ({
  browser,
}) => {
  await saveContact();
  const quote = await send({ order: delivered });
  for (const colorScheme of ['light', 'dark'] as const)
    for (const lang of ['ar', 'en']) await checkStates(browser, quote.token, { colorScheme, lang });
});

type Look = { colorScheme: 'light' | 'dark'; lang: string };

async function checkStates(browser: Browser, token: string, { colorScheme, lang }: Look): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 320, height: 740 }, colorScheme });
  const look = await context.newPage();
  const check = async (state: string) => {
    expect(await axeFaults(look, undefined, rulesIn(colorScheme)), `${state} ${lang} ${colorScheme}`).toEqual(
      [],
    );
    const sizes = await look.evaluate(() => ({
      wider: document.documentElement.scrollWidth - window.innerWidth,
      low: [...document.querySelectorAll('a, button, summary, input:not([type=hidden]), textarea')]
        .filter((target) => target.getClientRects().length > 0 && target.getBoundingClientRect().height < 44)
        .map(({ outerHTML }) => outerHTML),
    }));
    expect(sizes, `${state} ${lang}`).toEqual({ wider: 0, low: [] });
    await takePicture(look, `acceptance-${state}-${lang}-${colorScheme}`, { fullPage: true });
  };
  await look.goto(`${linkOf(token)}?lang=${lang}`);
  await check('masked');
  await look.locator('#open-digits').fill('0000');
  await look.locator('#unlock button').click();
  await look.locator('#open-digits[aria-invalid=true]').waitFor();
  await check('wrong');
  await look.locator('#open-digits').fill(digits);
  await look.locator('#unlock button').click();
  // After the correct digits, the browser still shows the locked page until it has loaded the unlocked page.
  // So the test waits for an element that only the unlocked page has.
  await look.locator('#accept [name=digits][type=hidden]').waitFor({ state: 'attached' });
  for (const form of await look.locator('details').all()) {
    await form.locator('summary').click();
    await form.locator('button').waitFor();
  }
  await check('open');
  await look.locator('#request_change button').click();
  await look.locator('#message[aria-invalid=true]').waitFor();
  await check('no-message');
  await look.goto(`${stack.appUrl}/q/nothing?lang=${lang}`);
  await check('nowhere');
  await context.close();
}

test('invalid links are counted by socket address, regardless of address headers; a valid link is still served', async () => {
  const { token } = await send();
  const guess = (index: number) =>
    fetchApp(`/q/guess-${index}`, {
      headers: {
        'x-daftar-socket-address': `198.51.100.${index}`,
        'x-forwarded-for': `203.0.113.${index}`,
      },
    });
  const { served } = await untilRefused(guess, { atMost: 1_000, atOnce: 10 });
  expect(served).toBeGreaterThanOrEqual(100);
  expect((await fetchApp(`/q/${token}`)).status).toBe(200);
});
