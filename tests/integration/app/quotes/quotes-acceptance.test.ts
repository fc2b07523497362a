import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InstallContext } from '@/lib/installs/require-install.server';
import {
  acceptForCustomer,
  reopenDigits,
  retryQuote,
  withdrawLink,
  withdrawQuote,
} from '@/lib/quotes/change-quote.server';
import { purgeOperations } from '@/lib/operations/activity/purge-history.server';
import { readOrder } from '@/lib/orders/order/read-order.server';
import { openLink } from '@/lib/quotes/acceptance/open-link.server';
import { listQuotes, QuoteListQuery } from '@/lib/quotes/list-quotes.server';
import { readQuote } from '@/lib/quotes/read-quote.server';
import type { SentQuote } from '@/lib/quotes/send-quote.server';
import { type InstallId, OrderId } from 'commerce-platform-client/contract/ids';
import { OperationId } from '@/lib/shared/operation-id';
import { tables } from '@/lib/system/tables';
import { startWorker } from '@/lib/worker/start-worker.server';
import ar from '@/messages/ar.json';
import type { AppWorld } from '@/tests/support/integration/app-world';
import { untilRefused } from '@/tests/support/stack/until-refused';
import { startStoreWorld } from '@/tests/support/integration/store-world';
import { eventually } from '@/tests/support/stack/eventually';
import { installContext } from '@/tests/support/integration/install-context';
import { platformStateOf } from '@/tests/support/integration/merchant-sales';
import { startProgram } from '@/tests/support/stack/program';
import { digits } from '@/tests/support/integration/quote-command';
import { openPage, postBody, postForm } from '@/tests/support/integration/quote-fixture';
import { sentQuote } from '@/tests/support/integration/sent-quote';

let world: AppWorld;
let installId: InstallId;
let context: InstallContext;

beforeAll(async () => {
  ({ world, installId, context } = await startStoreWorld());
});
afterAll(() => world.stop());

const press = () => OperationId.parse(randomUUID());

/** Returns the platform's orders that refer to the quote, whichever client created them. */
async function ordersOf({ number }: SentQuote) {
  const { orders } = await platformStateOf(world, 0);
  return orders.filter(({ attributes }) =>
    JSON.stringify(attributes.reference ?? '').includes(`"${number}"`),
  );
}

/**
 * Returns one text `order.created` for each order that the platform created for the quote. The idempotency key of the
 * quote's operation identifies these orders.
 */
async function effectsOf({ quoteId }: SentQuote): Promise<string[]> {
  const [row] = await world.system<{ idempotency_key: string }>(
    `SELECT o.idempotency_key FROM quotes q JOIN operations o ON (o.install_id, o.id) = (q.install_id, q.operation_id)
     WHERE q.id = $1`,
    [quoteId],
  );
  const { data } = await world.sandbox.control<{ data: { kind: string }[] }>(
    'GET',
    `/effects?idempotency_key=${row?.idempotency_key}`,
  );
  return data.map(({ kind }) => kind).filter((kind) => kind === 'order.created');
}

const rowOf = async ({ quoteId }: SentQuote) => {
  const [row] = await world.system<Record<string, unknown>>('SELECT * FROM quotes WHERE id = $1', [quoteId]);
  return row ?? {};
};
const stateOf = async (quote: SentQuote) => (await rowOf(quote)).state;
const becomes = (quote: SentQuote, state: string, timeoutMs?: number) =>
  eventually(`the quote is ${state}`, async () => (await stateOf(quote)) === state, timeoutMs);

describe('opening a quote page', () => {
  it('changes nothing, even after 100 prefetches', async () => {
    const quote = await sentQuote(context);
    const before = await rowOf(quote);
    for (let visit = 0; visit < 100; visit++) {
      const method = visit % 2 === 0 ? 'GET' : 'HEAD';
      const headers = { 'sec-purpose': 'prefetch', 'user-agent': 'WhatsApp/2.0' };
      expect((await openPage(quote.token, { method, headers })).status).toBe(200);
    }
    expect(await rowOf(quote)).toEqual(before);
    expect((await readQuote(context, quote.quoteId))?.events.map(({ kind }) => kind)).toEqual(['sent']);
    expect(await ordersOf(quote)).toEqual([]);
  });

  it('shows the offer, but only one letter and the province of the customer until the last four digits are right', async () => {
    const quote = await sentQuote(context, {
      order: {
        items: [{ name: '<script>alert(1)</script>\u202Egnp.exe', quantity: 3, unit_price_minor: 2_500 }],
        discount: { amount_minor: 500, title: 'زبون دائم' },
        shipping: { amount_minor: 1_000, method: 'delivery' },
        shipping_address: { address: 'شارع النصر', province: 'damascus', city: 'المزة', notes: 'الجرس' },
        note: 'canary-note',
        tags: ['canary-tag'],
        attributes: { own: 'canary-attribute' },
      },
    });
    const masked = await (await openPage(quote.token)).text();
    for (const shown of [quote.number, '7,500', '500', '1,000', '8,000', 'زبون دائم', 'س•••', 'دمشق'])
      expect(masked).toContain(shown);
    const unlocked = await postForm(quote.token, { intent: 'open' });
    expect([unlocked.status, unlocked.headers.get('set-cookie')]).toEqual([200, null]);
    const revealed = await unlocked.text();
    const secrets = ['سلمى', '944123456', 'شارع النصر', 'المزة', 'الجرس'];
    for (const secret of secrets) {
      expect(masked).not.toContain(secret);
      expect(revealed).toContain(secret);
    }
    // After the customer has entered the digits, the forms of the page contain them as a hidden field. So the customer
    // does not have to type them again.
    expect(revealed).toContain(`<input type="hidden" name="digits" value="${digits}">`);
    for (const page of [masked, revealed]) {
      expect(page).not.toContain('canary');
      expect(page).not.toMatch(/<script/i);
      expect(page).toContain('<bdi>&lt;script&gt;alert(1)&lt;/script&gt;\u202Egnp.exe</bdi>');
    }
    expect(await stateOf(quote)).toBe('opened');
  });

  it('gives a chat preview the store name, but not the customer, the amount or the quote number', async () => {
    const quote = await sentQuote(context);
    const head = (await (await openPage(quote.token)).text()).split('<style>')[0] ?? '';
    const opened = await openLink(quote.token);
    expect(head).toContain(`<meta property="og:title" content="عرض سعر من ${opened?.content.store.name}">`);
    expect(head).toContain('name="robots" content="noindex');
    expect(head).not.toMatch(/س•••|سلمى|30,000|Q-\d/);
  });
});

describe('S19: the link of an answered quote', () => {
  const offer = { order: { items: [{ name: 'صابون الغار', quantity: 3, unit_price_minor: 2_500 }] } };
  const answeredDaysAgo = (quote: SentQuote, days: number) =>
    world.system(`UPDATE quotes SET answered_at = now() - $2 * interval '1 day' WHERE id = $1`, [
      quote.quoteId,
      days,
    ]);

  it('shows the offer and takes the digits for 14 days, then only the state, whatever is posted', async () => {
    const quote = await sentQuote(context, offer);
    expect((await postForm(quote.token, { intent: 'decline' })).status).toBe(303);
    await answeredDaysAgo(quote, 13.9);
    expect(await (await openPage(quote.token)).text()).toContain('صابون الغار');
    expect(await (await postForm(quote.token, { intent: 'open' })).text()).toContain('سلمى');
    await answeredDaysAgo(quote, 14.1);
    const page = await (await openPage(quote.token)).text();
    expect(page).toContain(quote.number);
    expect(page).toContain('class="note quiet"');
    expect(page).not.toMatch(/صابون الغار|7,500|س•••|سلمى|name="digits"/);
    for (const typed of [digits, '0000'])
      for (const intent of ['open', 'accept', 'decline', 'request_change'])
        expect((await postForm(quote.token, { intent, digits: typed, message: 'x' })).status).toBe(303);
    expect([(await rowOf(quote)).tries, await stateOf(quote)]).toEqual([0, 'declined']);
  });
});

describe('accepting a quote', () => {
  it('D11: 50 posts and two acceptances by staff at the same time make one order, with the quote as its reference chip in the language of the store', async () => {
    const quote = await sentQuote(context);
    const { quoteId, token, version } = quote;
    const byStaff = () =>
      acceptForCustomer(context, {
        installId,
        quoteId,
        version,
        operationId: press(),
        agreedHow: 'by phone',
      });
    const answers = await Promise.all([
      ...Array.from({ length: 50 }, () => postForm(token)),
      byStaff(),
      byStaff(),
    ]);
    const codes = answers.map((answer) => (answer instanceof Response ? answer.status : answer.code));
    expect(new Set(codes.slice(0, 50))).toEqual(new Set([303]));
    await becomes(quote, 'converted');
    const [order, ...others] = await ordersOf(quote);
    expect(others).toEqual([]);
    expect(await effectsOf(quote)).toEqual(['order.created']);
    expect(order).toMatchObject({
      status: 'approved',
      total: { amount_minor: 30_000 },
      attributes: { reference: { kind: 'عرض سعر', number: quote.number } },
    });
    const events = (await readQuote(context, quoteId))?.events.filter(({ kind }) => kind === 'accepted');
    expect(events).toHaveLength(1);
    // If the customer reloads the page, the browser posts the form again. The server responds only with a redirect to
    // the current page of the quote.
    expect((await postForm(token)).status).toBe(303);
    expect(await (await openPage(token)).text()).toContain(order?.order_number);
    expect(await ordersOf(quote)).toHaveLength(1);
  });

  it('stores who accepted which version as evidence', async () => {
    const quote = await sentQuote(context);
    await postForm(quote.token, { name: '  أم خالد ' }, { 'user-agent': 'Phone' });
    const view = await readQuote(context, quote.quoteId);
    expect(view?.events[0]).toMatchObject({ kind: 'accepted', version: 1, side: 'customer', by: 'أم خالد' });
  });

  it('is shown as a write of the customer; an acceptance by a user without a name is not', async () => {
    const byCustomer = await sentQuote(context);
    await postForm(byCustomer.token);
    const byUser = await sentQuote(context);
    const { quoteId, version } = byUser;
    await acceptForCustomer(
      { ...context, actor: null },
      { installId, quoteId, version, operationId: press(), agreedHow: 'by phone' },
    );
    const quotes = [byCustomer, byUser];
    const writes = await Promise.all(
      quotes.map(async (quote) => {
        await becomes(quote, 'converted');
        const found = await readOrder(context, OrderId.parse((await rowOf(quote))?.order_id));
        const [write] = 'view' in found ? found.view.timeline.events : [];
        return [write?.action?.actor, write?.action?.acceptedQuote];
      }),
    );
    expect(writes).toEqual([
      [null, (await readQuote(context, byCustomer.quoteId))?.number],
      [null, null],
    ]);
  });

  it('uses the prices and quantities of the sent quote and ignores posted ones', async () => {
    const quote = await sentQuote(context);
    const forged = {
      unit_price_minor: '1',
      quantity: '1000',
      'items[0].quantity': '9',
      total: '0',
      currency: 'USD',
    };
    expect((await postForm(quote.token, forged)).status).toBe(303);
    await becomes(quote, 'converted');
    const [order] = await ordersOf(quote);
    expect(order?.total).toEqual({ amount_minor: 30_000, currency: 'SYP', decimals: 0 });
    expect(order?.items[0]?.quantity).toBe(2);
  });

  it('in an old version is refused with 409 and shows the newer version, which can then be accepted', async () => {
    const first = await sentQuote(context);
    const items = [{ name: 'تغليف', quantity: 1, unit_price_minor: 77_700 }];
    const second = await sentQuote(context, { quoteId: first.quoteId, order: { items } });
    expect([second.token, second.version]).toEqual([first.token, 2]);
    const stale = await postForm(first.token, { name: 'سلمى ك' });
    expect(stale.status).toBe(409);
    const page = await stale.text();
    expect(page).toContain('77,700');
    expect(page).toContain('name="version" value="2"');
    // After the app has refused an answer, the form still contains the name that the customer typed.
    expect(page).toContain('value="سلمى ك"');
    expect(await ordersOf(first)).toEqual([]);
    expect((await postForm(first.token, { version: '2' })).status).toBe(303);
    await becomes(first, 'converted');
    expect((await ordersOf(first))[0]?.total.amount_minor).toBe(77_700);
  });

  it('is in a form of its own: the forms of a change request and a decline cannot post it', async () => {
    const quote = await sentQuote(context);
    const page = await (await openPage(quote.token)).text();
    const forms = [...page.matchAll(/<form [^]*?<\/form>/g)].map(([form]) => ({
      intents: [...form.matchAll(/name="intent" value="(\w+)"/g)].map(([, intent]) => intent),
      hasDigits: form.includes('name="digits"'),
    }));
    expect(forms).toEqual(
      ['open', 'accept', 'request_change', 'decline'].map((intent) => ({
        intents: [intent],
        hasDigits: true,
      })),
    );
  });

  it('needs a name, and a change request needs a message; typed text stays in the form', async () => {
    const quote = await sentQuote(context);
    const nameless = await postForm(quote.token, { name: '  ' });
    expect(nameless.status).toBe(422);
    expect(await nameless.text()).toMatch(/id="name"[^>]*value="  "[^>]*aria-invalid="true"/);
    const wordless = await postForm(quote.token, { intent: 'request_change', message: '' });
    expect(wordless.status).toBe(422);
    expect(await wordless.text()).toMatch(/<details open>[\s\S]*id="message"[^>]*aria-invalid="true"/);
    const mistyped = { intent: 'request_change', message: 'أريد لونًا آخر', digits: '12' };
    expect(await (await postForm(quote.token, mistyped)).text()).toContain('أريد لونًا آخر</textarea>');
    expect(await stateOf(quote)).toBe('sent');
  });

  it('is still possible after a change request, and the merchant sees the message', async () => {
    const quote = await sentQuote(context);
    expect((await postForm(quote.token, { intent: 'request_change', message: 'بالأزرق' })).status).toBe(303);
    expect((await readQuote(context, quote.quoteId))?.events[0]).toMatchObject({
      kind: 'change_requested',
      message: 'بالأزرق',
    });
    expect(await (await openPage(quote.token)).text()).toContain('وصل طلب التعديل إلى البائع');
    expect((await postForm(quote.token)).status).toBe(303);
    await becomes(quote, 'converted');
  });

  it('is not possible after a decline, and the merchant sees the reason', async () => {
    const quote = await sentQuote(context);
    expect((await postForm(quote.token, { intent: 'decline', reason: 'غالٍ' })).status).toBe(303);
    expect((await postForm(quote.token)).status).toBe(303);
    expect(await stateOf(quote)).toBe('declined');
    expect((await readQuote(context, quote.quoteId))?.events[0]).toMatchObject({
      kind: 'declined',
      message: 'غالٍ',
    });
    const page = await (await openPage(quote.token)).text();
    expect(page).toContain('تم رفض العرض');
    expect(page).not.toContain('id="answer"');
    expect(await ordersOf(quote)).toEqual([]);
  });
});

describe('the last four digits', () => {
  it('can be guessed five times; then even the right digits are refused for an hour and work again after it', async () => {
    const quote = await sentQuote(context);
    for (const tries of [4, 3, 2, 1]) {
      const wrong = await postForm(quote.token, { digits: '0000', name: 'سلمى' });
      const page = await wrong.text();
      expect([tries, wrong.status]).toEqual([tries, 422]);
      expect(page).toContain(['', 'محاولة واحدة', 'محاولتان', '3 محاولات', '4 محاولات'][tries]);
      expect(page).toContain('value="سلمى"');
      expect(page).not.toContain('سلمى الخطيب');
    }
    const locked = await postForm(quote.token, { digits: '0000' });
    expect(locked.status).toBe(429);
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(3_590);
    const right = await postForm(quote.token, { intent: 'open', name: '' });
    expect(right.status).toBe(429);
    expect(await right.text()).not.toContain('سلمى الخطيب');
    expect(await ordersOf(quote)).toEqual([]);
    await world.system(`UPDATE quotes SET tried_at = now() - interval '61 minutes' WHERE id = $1`, [
      quote.quoteId,
    ]);
    expect((await postForm(quote.token, { digits: '١٢٣٤' })).status).toBe(422);
    expect((await postForm(quote.token, { digits: '٣٤٥٦' })).status).toBe(303);
    await becomes(quote, 'converted');
  });

  it('can be guessed at most five times with 50 guesses at the same time', async () => {
    const quote = await sentQuote(context);
    const guesses = Array.from({ length: 50 }, (_, guess) => String(4000 + guess));
    const answers = await Promise.all(guesses.map((guess) => postForm(quote.token, { digits: guess })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 422)).toHaveLength(4);
    expect(statuses.filter((status) => status === 429)).toHaveLength(46);
  });

  it('of a declined quote do not restart the retention time of its personal data', async () => {
    const quote = await sentQuote(context);
    await postForm(quote.token, { intent: 'decline' });
    await world.system(`UPDATE quotes SET updated_at = now() - interval '5 days' WHERE id = $1`, [
      quote.quoteId,
    ]);
    const before = await rowOf(quote);
    expect((await postForm(quote.token, { digits: '0000' })).status).toBe(422);
    const after = await rowOf(quote);
    expect(after.wrong_tries).toBe(Number(before.wrong_tries) + 1);
    expect(after.updated_at).toEqual(before.updated_at);
  });

  it('do not use up a try if the input is not four digits', async () => {
    const quote = await sentQuote(context);
    for (const few of ['', '12', 'abcd', '+963944123456'])
      expect((await postForm(quote.token, { digits: few })).status).toBe(422);
    expect((await rowOf(quote)).tries).toBe(0);
  });
});

describe('S19: the total number of wrong tries of a link', () => {
  const untilClosed = 20;

  /**
   * Enters wrong phone digits until the app has compared `count` of them. After five wrong tries, the app accepts no
   * digits for an hour. So this function then moves the time of the last try back by 61 minutes. Returns the last HTTP
   * status.
   */
  async function guess(quote: SentQuote, count: number): Promise<number> {
    let status = 0;
    for (let tried = 0; tried < count; tried++) {
      status = (await postForm(quote.token, { digits: '0000' })).status;
      if (status === 429) await hourLater(quote);
    }
    return status;
  }
  const hourLater = ({ quoteId }: SentQuote) =>
    world.system(`UPDATE quotes SET tried_at = now() - interval '61 minutes' WHERE id = $1`, [quoteId]);
  const closedQuote = async (sending?: Parameters<typeof sentQuote>[1]) => {
    const quote = await sentQuote(context, sending);
    await guess(quote, untilClosed);
    return quote;
  };
  const reopen = ({ quoteId, version }: SentQuote, operationId = press()) =>
    reopenDigits(context, { installId, quoteId, version, operationId });
  const viewOf = ({ quoteId }: SentQuote) => readQuote(context, quoteId);
  const kindsOf = async (quote: SentQuote) => (await viewOf(quote))?.events.map(({ kind }) => kind);

  it('closes the digits step: even the right digits are not compared, and the page names the seller', async () => {
    const quote = await sentQuote(context);
    expect(await guess(quote, untilClosed - 1)).toBe(422);
    expect((await viewOf(quote))?.areDigitsClosed).toBe(false);
    expect(await guess(quote, 1)).toBe(403);
    await hourLater(quote);
    for (const typed of [digits, '0000', ''])
      for (const intent of ['open', 'accept', 'decline', 'request_change']) {
        const refused = await postForm(quote.token, { intent, digits: typed, message: 'x' });
        expect([intent, typed, refused.status]).toEqual([intent, typed, 403]);
        expect(await refused.text()).not.toContain('سلمى الخطيب');
      }
    const page = await (await openPage(quote.token)).text();
    expect(page).toContain(ar.acceptance.problem.closed.body);
    expect(page).toContain(ar.acceptance.recipient.closed);
    expect(page).toContain('30,000');
    expect(page).not.toMatch(/name="digits"|<form|href="#answer"/);
    expect(await rowOf(quote)).toMatchObject({ state: 'sent', wrong_tries: untilClosed });
    expect(await kindsOf(quote)).toEqual(['digits_closed', 'sent']);
  });

  it('counts every wrong try of the link: right digits and a new version in between do not reset it', async () => {
    const quote = await sentQuote(context);
    await guess(quote, 18);
    expect((await postForm(quote.token, { intent: 'open' })).status).toBe(200);
    const second = await sentQuote(context, { quoteId: quote.quoteId });
    expect(second.token).toBe(quote.token);
    const wrong = await postForm(second.token, { digits: '0000' });
    expect([wrong.status, (await wrong.text()).includes('محاولة واحدة')]).toEqual([422, true]);
    expect(await guess(second, 1)).toBe(403);
  });

  it('of 50 guesses at the same time closes the digits step once', async () => {
    const quote = await sentQuote(context);
    await guess(quote, 17);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => postForm(quote.token, { digits: '0000' })),
    );
    const statuses = answers.map(({ status }) => status);
    expect([
      statuses.filter((status) => status === 422),
      statuses.filter((status) => status === 403),
    ]).toEqual([[422, 422], Array(48).fill(403)]);
    expect((await rowOf(quote)).wrong_tries).toBe(untilClosed);
    expect(await kindsOf(quote)).toEqual(['digits_closed', 'sent']);
  });

  it('is shown to the merchant, who opens the step again with one press; the total then starts at 0', async () => {
    const quote = await closedQuote();
    const attention = await listQuotes(context, QuoteListQuery.parse({ state: 'needs_attention' }));
    expect(attention.quotes.find(({ id }) => id === quote.quoteId)?.areDigitsClosed).toBe(true);
    const operationId = press();
    expect((await reopen({ ...quote, version: 2 })).code).toBe('refused');
    const presses = await Promise.all([reopen(quote, operationId), reopen(quote, operationId)]);
    expect(presses.map(({ code }) => code)).toEqual(['succeeded', 'succeeded']);
    expect(await viewOf(quote)).toMatchObject({
      areDigitsClosed: false,
      events: [{ kind: 'digits_reopened', side: 'staff', by: context.actor?.name ?? null }, {}, {}],
    });
    expect(await reopen(quote)).toMatchObject({ code: 'refused', reason: 'not_open' });
    expect(await guess(quote, untilClosed - 1)).toBe(422);
    expect((await postForm(quote.token)).status).toBe(303);
    await becomes(quote, 'converted');
  });

  it('cannot be reset from another store', async () => {
    const quote = await closedQuote();
    const theirs = await world.install({ store: 1 });
    const { quoteId, version } = quote;
    const command = { installId: theirs, quoteId, version, operationId: press() };
    expect((await reopenDigits(await installContext(theirs), command)).code).toBe('not_found');
    expect((await rowOf(quote)).wrong_tries).toBe(untilClosed);
  });

  it('belongs to the link: sending the quote again makes a new one, and the closed one answers 404', async () => {
    const quote = await closedQuote();
    const again = await sentQuote(context, { quoteId: quote.quoteId });
    expect(again.token).not.toBe(quote.token);
    expect((await openPage(quote.token)).status).toBe(404);
    expect((await postForm(again.token, { version: '2' })).status).toBe(303);
    await becomes(again, 'converted');
  });
});

describe('S19: the link of a quote in any state', () => {
  const take = (quote: SentQuote, act = withdrawLink, operationId = press()) =>
    act(context, { installId, quoteId: quote.quoteId, version: quote.version, operationId });
  const answersOf = async (token: string) => {
    const responses = [await openPage(token), await postForm(token, { intent: 'open' })];
    return Promise.all(
      responses.map(async (response) => [response.status, [...response.headers], await response.text()]),
    );
  };
  const set = ({ quoteId }: SentQuote, columns: string) =>
    world.system(`UPDATE quotes SET ${columns} WHERE id = $1`, [quoteId]);
  const answered = 'answered_at = now(), operation_id = gen_random_uuid()';
  const makers: [string, (quote: SentQuote) => Promise<unknown>][] = [
    ['accepted', (quote) => set(quote, `state = 'accepted', ${answered}`)],
    [
      'converted',
      async (quote) => {
        await postForm(quote.token);
        await becomes(quote, 'converted');
      },
    ],
    ['declined', (quote) => postForm(quote.token, { intent: 'decline' })],
    ['expired', (quote) => set(quote, `state = 'expired', expires_at = now()`)],
    // The app cannot determine whether the order exists, so the quote needs attention. The app would know that no order
    // exists only if the platform had refused the operation (a recorded write).
    ['needs_attention', (quote) => set(quote, `state = 'needs_attention', ${answered}`)],
  ];

  it.each(makers)(
    'that is %s can be taken back: it answers as an unknown link does, and only the link changes',
    async (state, make) => {
      const quote = await sentQuote(context);
      await make(quote);
      const before = await rowOf(quote);
      expect(before.state).toBe(state);
      expect((await readQuote(context, quote.quoteId))?.can).toMatchObject({
        withdraw: false,
        withdrawLink: true,
      });
      expect(await take(quote, withdrawQuote)).toMatchObject({ code: 'refused', reason: 'not_open' });
      const operationId = press();
      const presses = await Promise.all([
        take(quote, withdrawLink, operationId),
        take(quote, withdrawLink, operationId),
      ]);
      expect(presses.map(({ code }) => code)).toEqual(['succeeded', 'succeeded']);
      expect(await answersOf(quote.token)).toEqual(await answersOf('A'.repeat(43)));
      expect((await openPage(quote.token)).status).toBe(404);
      // Withdrawing the link deletes only the link; the order of the quote remains. The time of the last change must
      // also stay the same, because the retention time of the customer's data begins at this time.
      expect(await rowOf(quote)).toEqual({ ...before, link_enc: null });
      const view = await readQuote(context, quote.quoteId);
      expect(view?.events.filter(({ kind }) => kind === 'link_withdrawn')).toHaveLength(1);
      expect(view).toMatchObject({ link: null, can: { withdraw: false, withdrawLink: false } });
      expect(await take(quote)).toMatchObject({ code: 'refused', reason: 'not_open' });
    },
  );

  it('that is open cannot be withdrawn alone; it is withdrawn with the quote', async () => {
    const quote = await sentQuote(context);
    expect(await take(quote)).toMatchObject({ code: 'refused', reason: 'not_open' });
    expect((await take(quote, withdrawQuote)).code).toBe('succeeded');
    expect(await stateOf(quote)).toBe('withdrawn');
    expect(await take(quote)).toMatchObject({ code: 'refused', reason: 'not_open' });
  });

  it('that was taken back stays so when the declined quote is sent again with a new link', async () => {
    const quote = await sentQuote(context);
    await postForm(quote.token, { intent: 'decline' });
    expect((await take(quote)).code).toBe('succeeded');
    const again = await sentQuote(context, { quoteId: quote.quoteId });
    expect([(await openPage(quote.token)).status, (await openPage(again.token)).status]).toEqual([404, 200]);
  });

  it('is not taken back from another store', async () => {
    const quote = await sentQuote(context);
    await postForm(quote.token, { intent: 'decline' });
    const theirs = await world.install({ store: 1 });
    const { quoteId, version } = quote;
    const command = { installId: theirs, quoteId, version, operationId: press() };
    expect((await withdrawLink(await installContext(theirs), command)).code).toBe('not_found');
    expect((await openPage(quote.token)).status).toBe(200);
  });
});

describe('an invalid link', () => {
  it('shows the same page, whether it was guessed, shortened, withdrawn or expired', async () => {
    const [withdrawn, expired] = [await sentQuote(context), await sentQuote(context)];
    const { quoteId, version } = withdrawn;
    await withdrawQuote(context, { installId, quoteId, version, operationId: press() });
    await world.system(`UPDATE quotes SET expires_at = now() WHERE id = $1`, [expired.quoteId]);
    const tokens = [
      withdrawn.token,
      expired.token,
      expired.token.slice(0, -1),
      `${expired.token}A`,
      'A'.repeat(43),
      'x',
      '..',
      `${'é'.repeat(43)}`,
      "' OR 1=1--",
    ];
    const pages = [];
    for (const token of tokens) {
      expect(await openLink(token)).toBeNull();
      for (const response of [await openPage(token), await postForm(token)])
        pages.push([response.status, [...response.headers], await response.text()]);
    }
    expect(pages[0]?.[0]).toBe(404);
    for (const page of pages) expect(page).toEqual(pages[0]);
  });

  it('is refused with 429 after 100 requests a minute from one address; a valid link still works from there', async () => {
    const quote = await sentQuote(context);
    const from = (address: string) => ({ headers: { 'x-daftar-socket-address': address } });
    const { served, refused } = await untilRefused(
      (guess) => openPage(`guess-${guess}`, from('198.51.100.7')),
      { atMost: 1_000 },
    );
    expect(served).toBeGreaterThanOrEqual(100);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect((await openPage(quote.token, from('198.51.100.7'))).status).toBe(200);
    expect((await openPage('one-more', from('198.51.100.8'))).status).toBe(404);
  });
});

describe('a posted form', () => {
  it.each([
    ['from another page', { origin: 'https://evil.example' }, 403],
    ['from a page without an origin', { origin: 'null' }, 403],
    ['as JSON', { 'content-type': 'application/json' }, 400],
    ['as a file', { 'content-type': 'multipart/form-data; boundary=x' }, 400],
  ])('%s is refused and changes nothing', async (_, headers, status) => {
    const quote = await sentQuote(context);
    expect((await postForm(quote.token, {}, headers)).status).toBe(status);
    expect(await stateOf(quote)).toBe('sent');
  });

  it('must have at most 16 kB, an intent and a version', async () => {
    const quote = await sentQuote(context);
    expect((await postForm(quote.token, { message: 'x'.repeat(17_000) })).status).toBe(413);
    const wrong: Record<string, string>[] = [
      { intent: 'pay' },
      { version: '0' },
      { version: 'x' },
      { name: 'x'.repeat(256) },
      { name: '\0' },
    ];
    for (const fields of wrong) expect((await postForm(quote.token, fields)).status).toBe(400);
    for (const body of ['', '%', 'a=b&a=c', '__proto__=1'])
      expect((await postBody(quote.token, body, form)).status).toBe(400);
    expect(await stateOf(quote)).toBe('sent');
  });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };

  it('is accepted at the full length of its fields, in Arabic with line breaks', async () => {
    const quote = await sentQuote(context);
    const message = `${'كلمة '.repeat(390)}\r\n`.slice(0, 1_950) + '\r\n'.repeat(50);
    expect((await postForm(quote.token, { intent: 'request_change', message })).status).toBe(303);
  });
});

describe('after an acceptance', () => {
  it('without enough stock the page says that the seller is confirming; a retry that skips stock makes one order', async () => {
    const { products } = await platformStateOf(world, 0);
    const variant = products
      .filter(({ status }) => status === 'active')
      .flatMap(({ variants }) => variants)
      .find(({ status, stock }) => status === 'active' && stock > 0 && stock < 100);
    const items = [
      { variant_id: variant?.id, name: 'x', quantity: variant?.stock ?? 0, unit_price_minor: 10 },
    ];
    const quote = await sentQuote(context, { order: { items } });
    await world.sandbox.control('POST', '/orders', {
      store_id: world.stores[0]?.id,
      source: 'storefront',
      items: [{ variant_id: variant?.id, quantity: 1 }],
    });
    expect((await postForm(quote.token)).status).toBe(303);
    await becomes(quote, 'needs_attention');
    expect(await (await openPage(quote.token)).text()).toContain('البائع يؤكد الطلب');
    // The app keeps the refused write until a user has decided about it. Without this write, no user could retry or
    // withdraw the quote.
    await world.system(
      `UPDATE operations SET ended_at = now() - interval '300 days'
       WHERE id = (SELECT operation_id FROM quotes WHERE id = $1)`,
      [quote.quoteId],
    );
    await purgeOperations();
    expect((await readQuote(context, quote.quoteId))?.problem).toMatchObject({
      state: 'refused',
      reason: 'insufficient_stock',
      lines: [{ index: 0, available: (variant?.stock ?? 0) - 1 }],
    });
    const { quoteId, version } = quote;
    const retry = { installId, quoteId, version, skipStock: true };
    await Promise.all([
      retryQuote(context, { ...retry, operationId: press() }),
      retryQuote(context, { ...retry, operationId: press() }),
    ]);
    await becomes(quote, 'converted');
    expect(await ordersOf(quote)).toHaveLength(1);
    expect(await effectsOf(quote)).toEqual(['order.created']);
  });

  it('while the platform is down the page says that the seller is confirming; one order exists after it is back', async () => {
    const quote = await sentQuote(context);
    await world.sandbox.control('POST', '/faults', {
      on: 'api',
      effect: 'status',
      status: 503,
      count: 1_000,
    });
    try {
      expect((await postForm(quote.token)).status).toBe(303);
      expect(await stateOf(quote)).toBe('accepted');
      expect(await (await openPage(quote.token)).text()).toContain('البائع يؤكد الطلب');
      expect(await ordersOf(quote)).toEqual([]);
    } finally {
      await world.sandbox.control('DELETE', '/faults');
    }
    await workUntilConverted(quote);
  });

  it('a crash before the write is sent loses nothing, because the worker creates the order', async () => {
    const quote = await sentQuote(context);
    const crashing = await startProgram({ ...world.appEnv, CRASH_POINT: 'operation.recorded' });
    const answer = { intent: 'accept', version: 1, digits, name: 'سلمى' };
    await crashing.run('answer-quote', installId, JSON.stringify({ token: quote.token, answer }));
    expect(await crashing.exited).toEqual({ code: null, signal: 'SIGKILL' });
    expect(await stateOf(quote)).toBe('accepted');
    expect(await ordersOf(quote)).toEqual([]);
    // If the customer presses Accept again, the response shows the accepted quote. The app sends no second write.
    expect((await postForm(quote.token)).status).toBe(303);
    await workUntilConverted(quote);
  });

  /**
   * Makes the next attempt of the quote's operation due. Then runs a worker until exactly one order was created from
   * the quote.
   */
  async function workUntilConverted(quote: SentQuote): Promise<void> {
    await world.system(
      `UPDATE operations SET next_attempt_at = now(), lease_until = NULL
       WHERE ended_at IS NULL AND id = (SELECT operation_id FROM quotes WHERE id = $1)`,
      [quote.quoteId],
    );
    const worker = startWorker();
    try {
      await becomes(quote, 'converted', 100_000);
    } finally {
      await worker.stop();
    }
    expect(await ordersOf(quote)).toHaveLength(1);
    expect(await effectsOf(quote)).toEqual(['order.created']);
  }
});

it('a database dump has no customer data, no customer messages and no link in plain text', async () => {
  const quote = await sentQuote(context, {
    order: {
      customer: { name: 'Canary Name', phone: '+963944999888', email: 'canary@example.com' },
      shipping: { amount_minor: 0, method: 'delivery' },
      shipping_address: { address: 'Canary Street', province: 'damascus', notes: 'Canary bell' },
      note: 'Canary note',
    },
  });
  await postForm(
    quote.token,
    { intent: 'request_change', digits: '9888', message: 'Canary wish' },
    { 'user-agent': 'Canary agent' },
  );
  await postForm(quote.token, { digits: '9888', name: 'Canary Typed' });
  await becomes(quote, 'converted');
  let dump = '';
  for (const name of Object.keys(tables)) {
    await world.sql.query(`BEGIN; ALTER TABLE ${name} DISABLE ROW LEVEL SECURITY`);
    const { rows } = await world.sql.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
    await world.sql.query('ROLLBACK');
    dump += rows.map(({ row }) => row).join('\n');
  }
  expect(dump).toContain(quote.quoteId);
  for (const canary of ['Canary', 'canary@', '944999888', quote.token, '192.0.2.1'])
    expect(dump.includes(canary), canary).toBe(false);
});
