import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'playwright/test';
import { eventually } from '@/tests/support/stack/eventually';
import { takeBrowserErrors } from '@/tests/support/e2e/merchant';
import { type InstalledStore, openAlone, openStore } from '@/tests/support/e2e/open-store';
import { sendQuote } from '@/tests/support/e2e/sent-quotes';
import type { Stack } from '@/tests/support/stack/stack';
import { test } from '@/tests/support/e2e/fixtures';

let stack: Stack;
let store: InstalledStore;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('canaries');
  store = await openStore(stack, 'USD');
});

const customer = { name: 'Canaria Zyxwer', phone: '+963944765432' };
const forgedState = 'c0ffee00c0ffee00c0ffee00c0ffee00';

/** Returns the secrets of the deployment. They must not occur in any log, bundle or page. */
function secrets(): string[] {
  const { PLATFORM_CLIENT_SECRET, NEXTAUTH_SECRET, ENCRYPTION_KEYS, DATABASE_URL } = stack.env;
  return [PLATFORM_CLIENT_SECRET, NEXTAUTH_SECRET, ENCRYPTION_KEYS?.split(':')[1], DATABASE_URL].map(String);
}

const hits = (text: string, words: string[]) => words.filter((word) => text.includes(word));

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

test('no secret and no customer data is in the logs, the static files, the HTML or the RSC payloads', async ({
  browser,
}) => {
  const page = await openAlone(browser, stack, store);
  const { installId, storeId } = store;
  const quote = await sendQuote({ page, stack, installId, storeId }, customer);
  const cookies = await page.context().cookies(stack.appUrl);
  const session = cookies.find(({ name }) => name.startsWith('__Host-daftar.session.'));
  const cookie = `${session?.name}=${session?.value}`;
  const personal = [...customer.name.split(' '), customer.phone.slice(-9), customer.phone.slice(1)];
  const links = [quote.token, forgedState, String(session?.value)];
  expect([...secrets(), ...links, ...personal].filter((word) => word.length < 6)).toEqual([]);

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

  // None of the screens below may show personal data of the customer. The list does not contain the screens of quotes,
  // because those screens may show such data.
  for (const screen of [
    '',
    '/orders',
    '/products',
    '/discounts',
    '/runs',
    '/activity',
    '/connection',
    '/settings',
    '/connection/developers',
  ]) {
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
    for (const text of [html, rsc])
      expect(hits(text, [...secrets(), ...links, ...personal]), screen).toEqual([]);
  }
  takeBrowserErrors();
  await page.context().close();
});
