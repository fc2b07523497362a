import { expect } from 'playwright/test';
import type { Role } from '@/lib/shared/roles/roles';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import { takeBrowserErrors } from '@/tests/support/e2e/merchant';
import { type InstalledStore, openAlone, openStore, untilMirrored } from '@/tests/support/e2e/open-store';
import { plantTexts, type PlantedCash, type PlantedTexts } from '@/tests/support/e2e/plant-texts';
import { entryPoints } from '@/tests/support/reports/entry-points';
import { asSystem } from '@/tests/support/stack/as-system';
import type { Stack } from '@/tests/support/stack/stack';

let stack: Stack;
let store: InstalledStore;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('role-canaries', fewPastOrders);
  store = await openStore(stack, 'USD');
});

/** Texts that only a role with the right `see_personal_data` may receive. */
const texts: Omit<PlantedTexts, 'driver'> = {
  customer: 'RoleCustomer',
  address: 'RoleStreet',
  note: 'RoleNote',
  discountReason: 'RoleDiscountReason',
  refundReason: 'RoleRefundReason',
  answer: 'RoleCustomerAnswer',
  sheetNote: 'RoleSheetNote',
  stopReason: 'RoleStopReason',
  quoteCustomer: 'RoleQuoteName',
  quoteMessage: 'RoleQuoteMessage',
};
const phones = { customer: '+963944987613', driver: '+963955876543', quote: '+963933765432' };

/** Texts and amounts that only a role with the right `see_cash` may receive. */
const cash: PlantedCash = {
  postingNote: 'RolePostingNote',
  dayReason: 'RoleDayReason',
  dayLine: 'RoleDayLine',
  postedMinor: 98_761_234,
  feeMinor: 87_651_234,
  dayLineMinor: 76_541_234,
};

/** Returns the answer's text. An answer to an RSC request may be a redirect to the address with the right hash. */
async function textAt(path: string, cookie: string, headers: Record<string, string> = {}): Promise<string> {
  const init = { redirect: 'manual', headers: { cookie, ...headers } } as const;
  const answer = await fetch(stack.appUrl + path, init);
  if (answer.status !== 307) return answer.text();
  const target = new URL(answer.headers.get('location') ?? '', stack.appUrl);
  return (await fetch(target, init)).text();
}

/**
 * Returns what each page (as HTML and as an RSC payload) and each read of the install answers, by address. `ids` are
 * the ids in the paths.
 */
async function answersOf(ids: Record<string, string>, cookie: string): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  // The live stream does not end. Its messages contain only ids (S6).
  for (const entry of entryPoints().filter((known) => !known.endsWith('/live'))) {
    const [, method, pattern = ''] = /^(page|GET) ((?:\/api)?\/i\/.*)$/.exec(entry) ?? [];
    if (!method) continue;
    const path = pattern.replace(/\[(\w+)\]/g, (_, name: string) => ids[name] ?? 'none');
    const query = /\/orders\/print$|\/deliveries\/new$/.test(path) ? `?ids=${ids.orderId}` : '';
    answers.set(path, await textAt(path + query, cookie));
    if (method === 'page') answers.set(`${path} RSC`, await textAt(path + query, cookie, { rsc: '1' }));
  }
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${stack.appUrl}/api/i/${ids.installId}/${path}`, {
      method: 'POST',
      headers: { cookie, origin: stack.appUrl, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    answers.set(`POST ${path} ${JSON.stringify(body)}`, await answer.text());
  };
  await post('orders', { q: texts.customer });
  await post('quotes', { q: texts.quoteCustomer });
  await post('customers', { phone: phones.customer });
  await post('customers/export', { phone: phones.customer, format: 'json' });
  return answers;
}

/** Returns the values that the answers contain, each with the addresses of those answers. */
function found(answers: Map<string, string>, values: object): Record<string, string[]> {
  const places = Object.entries(values).map(([name, value]: [string, unknown]): [string, string[]] => {
    const spellings = spellingsOf(value);
    const at = [...answers].filter(([, text]) => spellings.some((spelling) => text.includes(spelling)));
    return [name, at.map(([address]) => address)];
  });
  return Object.fromEntries(places.filter(([, addresses]) => addresses.length > 0));
}

/** An amount is in minor units, or has group separators. A phone number may have no country code. */
function spellingsOf(value: unknown): string[] {
  if (typeof value === 'number') return [String(value), (value / 100).toLocaleString('en-US')];
  return [String(value).replace('+963', '')];
}

test('S35: no page, RSC payload or read gives a viewer a text about a customer, or a viewer or packer a part of the cash notebook', async ({
  browser,
}) => {
  const page = await openAlone(browser, stack, store);
  const { installId, storeId } = store;
  const merchant = { page, stack, installId, storeId };
  const { quote, ...planted } = await plantTexts(merchant, { ...texts, driver: 'Driver' }, phones, cash);
  await untilMirrored(stack, installId);
  const cookies = await page.context().cookies(stack.appUrl);
  const session = cookies.find(({ name }) => name.startsWith('__Host-daftar.session.'));
  const answersAs = async (role: Role) => {
    await asSystem(stack, 'UPDATE installs SET default_role = $2 WHERE install_id = $1', [installId, role]);
    const ids = { installId, quoteId: quote.quoteId, ...planted };
    return answersOf(ids, `${session?.name}=${session?.value}`);
  };
  const links = { quoteToken: quote.token, orderToken: planted.orderToken, sheetToken: planted.sheetToken };
  const ofPhones = { phone: phones.customer, driverPhone: phones.driver, quotePhone: phones.quote };
  const personal = { ...texts, ...ofPhones, ...links };

  // The owner receives each value but the token of the confirmation link, which is only in the answer that made it.
  // Otherwise, the checks below would find nothing because nothing was stored.
  const { orderToken: _, ...ofOwner } = { ...personal, ...cash };
  expect(Object.keys(found(await answersAs('owner'), ofOwner))).toEqual(Object.keys(ofOwner));
  const { quoteToken } = links;
  expect(found(await answersAs('packer'), { ...cash, quoteToken })).toEqual({});
  expect(found(await answersAs('viewer'), { ...personal, ...cash })).toEqual({});
  takeBrowserErrors();
  await page.context().close();
});
