import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from 'playwright/test';
import { eventually } from '@/tests/support/stack/eventually';
import { takeBrowserErrors } from '@/tests/support/e2e/merchant';
import { type InstalledStore, openAlone, openStore } from '@/tests/support/e2e/open-store';
import { callAction, type QuoteStore, sendQuote, variantInStock } from '@/tests/support/e2e/sent-quotes';
import type { Stack } from '@/tests/support/stack/stack';
import { createDriverLink, createSheet } from '@/tests/support/e2e/delivery-sheets';
import { test } from '@/tests/support/e2e/fixtures';

let stack: Stack;
let store: InstalledStore;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('canaries');
  store = await openStore(stack, 'USD');
});

const customer = { name: 'Canaria Zyxwer', phone: '+963944765432' };
// The customer of an order, its delivery sheet and the answers of the driver and the customer. The app may show these
// values only on some screens.
const recipient = { name: 'CanaryFirst CanaryLast', phone: '+963944987613', address: 'CanaryStreet' };
const driverPhone = '+963955876543';
const texts = { note: 'CanaryNote', reason: 'CanaryReason', message: 'CanaryMessage' };
const forgedState = 'c0ffee00c0ffee00c0ffee00c0ffee00';

/** Returns the secrets of the deployment. They must not occur in any log, bundle or page. */
function secrets(): string[] {
  const { PLATFORM_CLIENT_SECRET, NEXTAUTH_SECRET, ENCRYPTION_KEYS, DATABASE_URL } = stack.env;
  return [PLATFORM_CLIENT_SECRET, NEXTAUTH_SECRET, ENCRYPTION_KEYS?.split(':')[1], DATABASE_URL].map(String);
}

/** Returns the parts of a name and of a phone number that the test looks for. */
const wordsOf = ({ name, phone }: typeof customer) => [...name.split(' '), phone.slice(-9), phone.slice(1)];

const hits = (text: string, words: string[]) => words.filter((word) => text.includes(word));

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** Calls a server action and returns the first group of `found` in its answer. */
async function actionAnswer(
  merchant: QuoteStore,
  name: string,
  command: object,
  found: RegExp,
): Promise<string> {
  const answer = await callAction(merchant, name, command);
  const [, value] = found.exec(answer) ?? [];
  if (!value) throw new Error(`${name} answered: ${answer}`);
  return value;
}

/** Creates an order of the recipient, a link with which it is confirmed, and a delivery sheet with a driver's link. */
async function sendOrder(merchant: QuoteStore) {
  const { id: variantId } = await variantInStock(merchant);
  const order = {
    currency: 'USD',
    status: 'approved',
    items: [{ variant_id: variantId, name: 'Soap', quantity: 1, unit_price_minor: 31_000 }],
    shipping: { amount_minor: 0, method: 'delivery' },
    shipping_address: { address: recipient.address, province: 'beirut', city: null, notes: null },
    customer: { name: recipient.name, phone: recipient.phone },
    payment_method: 'cod',
  };
  const created = { operationId: randomUUID(), order };
  const orderId = await actionAnswer(merchant, 'createOrderAction', created, /"orderId":"([^"]+)"/);
  const link = { orderId, linkId: randomUUID(), replaces: false };
  const orderToken = await actionAnswer(merchant, 'createOrderLinkAction', link, /"token":"([\w-]{43})"/);
  const sheet = { orderIds: [orderId], phone: driverPhone, note: texts.note };
  const sheetId = await createSheet(merchant, sheet);
  const sheetToken = await createDriverLink(merchant, sheetId);
  return { orderId, orderToken, sheetId, sheetToken };
}

/** Answers as the driver: opens the link, types the digits, reads the sheet, and says that the customer refused. */
async function answerAsDriver(token: string): Promise<void> {
  const url = `${stack.appUrl}/d/${token}`;
  const post = (fields: Record<string, string>, cookie = '') =>
    fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: stack.appUrl, cookie },
      body: new URLSearchParams(fields),
    });
  expect((await fetch(url)).status).toBe(200);
  const unlocked = await post({ digits: driverPhone.slice(-4) });
  const cookie = unlocked.headers.get('set-cookie')?.split(';')[0] ?? '';
  const html = await (await fetch(url, { headers: { cookie } })).text();
  for (const shown of [recipient.name, recipient.phone, recipient.address, texts.note])
    expect(html).toContain(shown);
  const stop = /name="stop" value="([^"]+)"/.exec(html)?.[1] ?? '';
  const answer = { stop, answer: randomUUID(), seen: '', result: 'refused', reason: texts.reason };
  expect((await post(answer, cookie)).status).toBe(303);
  expect(await (await fetch(url, { headers: { cookie } })).text()).toContain(texts.reason);
}

/** Answers as the customer of an order: opens the link and asks for a change. */
async function answerAsCustomer(token: string): Promise<void> {
  const url = `${stack.appUrl}/o/${token}`;
  expect((await fetch(url)).status).toBe(200);
  const { status } = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: stack.appUrl },
    body: new URLSearchParams({ answer: 'change_requested', message: texts.message }),
  });
  expect(status).toBe(303);
  expect(await (await fetch(url)).text()).toContain(texts.message);
}

/** Records the URLs that a page requests and the messages of its live stream from now on. */
async function record(page: Page): Promise<{ urls: string[]; live: string[] }> {
  const seen: { urls: string[]; live: string[] } = { urls: [], live: [] };
  page.on('request', (request) => seen.urls.push(request.url()));
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  cdp.on('Network.eventSourceMessageReceived', ({ data }) => seen.live.push(data));
  return seen;
}

test('no secret and no customer data is in the logs, the URLs, the live messages, the static files, the HTML or the RSC payloads', async ({
  browser,
}) => {
  const page = await openAlone(browser, stack, store);
  const { installId, storeId } = store;
  const merchant = { page, stack, installId, storeId };
  const quote = await sendQuote(merchant, customer);
  const sent = await sendOrder(merchant);
  const cookies = await page.context().cookies(stack.appUrl);
  const session = cookies.find(({ name }) => name.startsWith('__Host-daftar.session.'));
  const cookie = `${session?.name}=${session?.value}`;
  const ofDriver = [driverPhone.slice(-9), driverPhone.slice(1)];
  // What the page of the delivery sheet shows.
  const ofSheet = [
    ...wordsOf(recipient),
    recipient.address,
    ...ofDriver,
    texts.note,
    texts.reason,
    sent.sheetToken,
  ];
  const personal = [...wordsOf(customer), ...ofSheet, texts.message];
  const links = [quote.token, sent.orderToken, forgedState, String(session?.value)];
  expect([...secrets(), ...links, ...personal].filter((word) => word.length < 6)).toEqual([]);

  // The driver and the customer answer while the page of the order is open. Then the merchant looks up the person.
  const seen = await record(page);
  await page.goto(`${stack.appUrl}/i/${installId}/orders/${sent.orderId}`);
  await page.locator('[data-live=live]').waitFor({ state: 'attached' });
  await answerAsDriver(sent.sheetToken);
  await answerAsCustomer(sent.orderToken);
  await page.getByRole('button', { name: store.words.person.whoIsThis }).click();
  await expect(page.getByRole('dialog')).toContainText(recipient.name);
  expect(seen.urls.filter((url) => url.endsWith('/customers'))).not.toEqual([]);
  for (const id of [sent.sheetId, sent.orderId])
    await expect.poll(() => seen.live).toContainEqual(expect.stringContaining(id));
  type Asked = { data: { path: string }[] };
  const asked = await stack.sandbox.control<Asked>('GET', `/requests?install_id=${installId}`);
  expect(asked.data.length).toBeGreaterThan(10);
  const urls = [...seen.urls, ...asked.data.map((request) => request.path)];
  for (const text of [...urls.map(decodeURIComponent), ...seen.live])
    expect(hits(text, [...secrets(), ...links, ...personal]), text).toEqual([]);

  // Sends the requests of a customer, of an attacker and of a client that makes mistakes. Some of the requests make
  // Next throw an error.
  const get = (to: string, headers: Record<string, string> = {}) =>
    fetch(stack.appUrl + to, { redirect: 'manual', headers: { cookie, ...headers } });
  expect((await get(`/q/${quote.token}`)).status).toBe(200);
  await get(`/api/auth/callback/platform?code=${quote.token}&state=${forgedState}`);
  await get(`/launch?install_id=${installId}&launch_token=${quote.token}`);
  await get(`/i/%ff/${forgedState}`);
  await get(`/install?store=${forgedState}`, { rsc: '1', 'next-router-state-tree': `%5B"${forgedState}` });
  await fetch(`${stack.appUrl}/install`, {
    method: 'POST',
    headers: { origin: stack.appUrl, 'next-action': 'f'.repeat(42), 'content-type': 'text/plain', cookie },
    body: `["$Q1","${customer.phone}"`,
  });

  const logs = ['app', 'worker'].map((name) =>
    path.join('test-results', `stack-${test.info().parallelIndex}`, `${name}.log`),
  );
  const lines = await eventually('an error of Next is in the log', async () => {
    const all = logs.flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'));
    return all.some((line) => /"msg":"(Next or React printed|a request failed)/.test(line)) && all;
  });
  expect(hits(lines.join('\n'), [...secrets(), ...links, ...personal])).toEqual([]);
  // Each log entry is one line of JSON. Only the lines that Next prints at its start are plain text.
  const plain = lines.filter((line) => !line.startsWith('{"level"'));
  expect(plain.filter((line) => !/^(ready |$|.*(Next\.js|Experiments|✓|·|⚠))/.test(line))).toEqual([]);

  const built = filesBelow('.next/static').filter((file) => /\.(js|css|json|html|txt)$/.test(file));
  expect(built.length).toBeGreaterThan(20);
  for (const file of built)
    expect(hits(readFileSync(file, 'utf8'), [...secrets(), ...links, ...personal]), file).toEqual([]);

  // None of the screens below may show personal data of a customer, except the values that stand beside a screen. The
  // list does not contain the screens of quotes, because those screens may show such data.
  const screens: [screen: string, shown?: string[]][] = [
    [''],
    ['/orders', recipient.name.split(' ')],
    ['/products'],
    ['/discounts'],
    ['/runs'],
    ['/activity'],
    ['/cash', ofDriver],
    ['/cash/day'],
    ['/cash/sheet'],
    ['/deliveries'],
    [`/deliveries/${sent.sheetId}`, ofSheet],
    ['/connection'],
    ['/settings'],
    ['/connection/developers'],
  ];
  for (const [screen, shown = []] of screens) {
    const address = `/i/${installId}${screen}`;
    const html = await (await get(address)).text();
    expect(html).toContain('</html>');
    const asked = await get(address, { rsc: '1' });
    const payload =
      asked.status === 307 ? await get(asked.headers.get('location') ?? '', { rsc: '1' }) : asked;
    expect(payload.headers.get('content-type')).toBe('text/x-component');
    const rsc = await payload.text();
    expect(rsc.length).toBeGreaterThan(1_000);
    // The screens may contain URLs of the app itself. For example, the X-ray, which shows where the data of a screen
    // comes from, may show the URL of the screen.
    const hidden = [...secrets(), ...links, ...personal].filter((word) => !shown.includes(word));
    for (const text of [html, rsc]) expect(hits(text, hidden), screen).toEqual([]);
    expect(hits(html + rsc, shown), screen).toEqual(shown);
  }
  takeBrowserErrors();
  await page.context().close();
});
