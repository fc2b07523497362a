import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { answerQuote } from '@/lib/quotes/acceptance/answer-quote.server';
import { openLink } from '@/lib/quotes/acceptance/open-link.server';
import { acceptForCustomer } from '@/lib/quotes/change-quote.server';
import { listQuotes, QuoteListQuery } from '@/lib/quotes/list-quotes.server';
import { readQuoteWork } from '@/lib/quotes/waiting/read-quote-work.server';
import { isMovedLocked } from '@/lib/quotes/rate/read-moved-quotes.server';
import { readRenewal, renewQuotes } from '@/lib/quotes/rate/renew-quotes.server';
import { readRateViews, setRate } from '@/lib/quotes/rate/set-rate.server';
import { readQuote } from '@/lib/quotes/read-quote.server';
import { sendQuote, type SentQuote } from '@/lib/quotes/send-quote.server';
import { type InstallId } from 'commerce-platform-client/contract/ids';
import { OperationId } from '@/lib/shared/operation-id';
import { tenantDb } from '@/lib/system/db';
import type { AppWorld } from '@/tests/support/integration/app-world';
import { openPage, postForm } from '@/tests/support/integration/quote-fixture';
import { digits, quoteCommand, type Sending } from '@/tests/support/integration/quote-command';
import { startStoreWorld } from '@/tests/support/integration/store-world';
import { eventually } from '@/tests/support/stack/eventually';
import { startProgram } from '@/tests/support/stack/program';

let world: AppWorld;
let installId: InstallId;
let context: InstallContext;

beforeAll(async () => {
  ({ world, installId, context } = await startStoreWorld());
});
afterAll(() => world.stop());
beforeEach(async () => {
  await world.system('DELETE FROM quotes WHERE install_id = $1', [installId]);
  await typeRate(13_000);
});

/**
 * Sets the store's rate of 1 USD to `scaled` / 10^`scale` SYP, as a user would type it. `stepMinor` is the rounding
 * step of new prices.
 */
async function typeRate(scaled: number, { scale = 0, stepMinor = 1 } = {}) {
  const [pair] = await readRateViews(context);
  const outcome = await setRate(context, {
    installId,
    one: 'USD',
    other: 'SYP',
    rate: { scaled, scale },
    stepMinor,
    limitPermille: null,
    seenAt: pair?.changedAt ?? null,
  });
  expect(outcome.code).toBe('saved');
}

/** Returns the store's rate that a newly opened form shows. */
async function rateSeen() {
  const [pair] = await readRateViews(context);
  return pair?.rate ? { one: pair.one, other: pair.other, rate: pair.rate } : null;
}

const untilOneWaits = () =>
  eventually('a transaction waits for a lock', async () => {
    const { rowCount } = await world.sql.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rowCount === 1;
  });

const line = { name: 'صابون', quantity: 3, unit_price_minor: 10_001 };

async function sentWithLimit(ratePermille: number, order: Sending['order'] = {}): Promise<SentQuote> {
  const command = quoteCommand(installId, { order: { items: [line], ...order } });
  const outcome = await sendQuote(context, { ...command, ratePermille, rateSeen: await rateSeen() });
  if (outcome.code !== 'succeeded') throw new Error(JSON.stringify(outcome));
  return outcome.result;
}

const moved = async () =>
  (await listQuotes(context, QuoteListQuery.parse({ state: 'rate_moved' }))).quotes.map(({ id }) => id);
const stateOf = async ({ quoteId }: SentQuote) => (await readQuote(context, quoteId))?.state;
const kindsOf = async ({ quoteId }: SentQuote) =>
  (await readQuote(context, quoteId))?.events.map(({ kind }) => kind);

/** Returns the command that renews every quote of the preview. */
async function renewalCommand() {
  const { quotes } = await readRenewal(context);
  return {
    installId,
    quotes: quotes.flatMap(({ quoteId, version, after }) =>
      after ? [{ quoteId: quoteId as SentQuote['quoteId'], version, totalMinor: after.amount_minor }] : [],
    ),
  };
}

describe('the comparison of rates', () => {
  const isMoved = async (
    base: [number | bigint, number],
    now: [number | bigint, number],
    permille: number,
  ) => {
    const [row] = await world.system<{ moved: boolean }>(
      'SELECT is_rate_moved($1::bigint, $2::int, $3::bigint, $4::int, $5::int) AS moved',
      [String(base[0]), base[1], String(now[0]), now[1], permille],
    );
    return row?.moved;
  };

  it.each([
    [13_390, 0, false],
    [13_391, 0, true],
    [1_339_000_000, 5, false],
    [1_339_000_001, 5, true],
    [12_610, 0, false],
    [12_609, 0, true],
  ])('13,000 with 3 %%: %s / 10^%s is moved: %s', async (scaled, scale, expected) =>
    expect(await isMoved([13_000, 0], [scaled, scale], 30)).toBe(expected),
  );

  it('agrees with integer arithmetic for any rates, also the largest and the smallest', async () => {
    const rate = fc.tuple(fc.bigInt(1n, BigInt(Number.MAX_SAFE_INTEGER)), fc.integer({ min: 0, max: 18 }));
    await fc.assert(
      fc.asyncProperty(rate, rate, fc.integer({ min: 1, max: 500 }), async (base, now, permille) => {
        const [a, b] = [now[0] * 10n ** BigInt(base[1]), base[0] * 10n ** BigInt(now[1])];
        const difference = a > b ? a - b : b - a;
        expect(await isMoved(base, now, permille)).toBe(difference * 1_000n > BigInt(permille) * b);
      }),
      { numRuns: 200 },
    );
  });
});

describe('a quote with a rate limit', () => {
  it('is accepted at exactly the limit, and is in no list of prices to update', async () => {
    const quote = await sentWithLimit(30);
    await typeRate(13_390);
    expect(await moved()).toEqual([]);
    expect((await postForm(quote.token)).status).toBe(303);
    expect(await kindsOf(quote)).toContain('accepted');
  });

  it('says beyond the limit that the price is being updated, and records no acceptance by customer or staff', async () => {
    const quote = await sentWithLimit(30);
    const before = await (await openPage(quote.token)).text();
    expect(before).toContain('value="accept"');
    await typeRate(13_391);
    expect(await moved()).toEqual([quote.quoteId]);
    const page = await (await openPage(quote.token)).text();
    expect(page).toContain('السعر قيد التحديث');
    expect(page).not.toContain('value="accept"');
    for (const intent of ['decline', 'request_change']) expect(page).toContain(`value="${intent}"`);
    // A customer may have opened the acceptance page before the rate moved. The open page still has the form with which
    // the customer accepts the quote.
    const answer = await postForm(quote.token);
    expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining('السعر قيد التحديث')]);
    const byStaff = await acceptForCustomer(context, {
      installId,
      quoteId: quote.quoteId,
      operationId: OperationId.parse(randomUUID()),
      version: 1,
      agreedHow: 'by phone',
    });
    expect(byStaff).toMatchObject({ code: 'refused', reason: 'rate_moved' });
    expect(await kindsOf(quote)).toEqual(['sent']);
    expect((await postForm(quote.token, { intent: 'request_change', message: 'x' })).status).toBe(303);
    const asked = await (await openPage(quote.token)).text();
    expect(asked).toContain('وصل طلب التعديل إلى البائع');
    expect(asked).not.toContain('تقبل العرض كما هو');
    await typeRate(13_390);
    expect(await (await openPage(quote.token)).text()).toContain('تقبل العرض كما هو');
    expect((await postForm(quote.token)).status).toBe(303);
    expect(await kindsOf(quote)).toContain('accepted');
  });

  it('waits on the home screen while its price must be updated, since the change of the rate', async () => {
    const path = '/quotes?state=rate_moved';
    await sentWithLimit(30);
    await sentWithLimit(300);
    await typeRate(13_390);
    expect((await readQuoteWork(context)).moved).toEqual({ count: 0, oldestAt: null, path });
    await typeRate(15_000);
    const [pair] = await readRateViews(context);
    expect((await readQuoteWork(context)).moved).toEqual({ count: 1, oldestAt: pair?.changedAt, path });
    await typeRate(13_000);
    expect((await readQuoteWork(context)).moved?.count).toBe(0);
  });

  it('is not sent without a rate of the store', async () => {
    await tenantDb(installId).transaction((tx) => tx.storeRate.deleteMany({ where: { installId } }));
    const command = quoteCommand(installId);
    expect(await sendQuote(context, { ...command, ratePermille: 30 })).toMatchObject({ reason: 'no_rate' });
  });

  it('is not sent with a rate that the form did not show', async () => {
    const seen = await rateSeen();
    await typeRate(13_100);
    const command = { ...quoteCommand(installId), ratePermille: 30 };
    for (const stale of [seen, null])
      expect(await sendQuote(context, { ...command, rateSeen: stale })).toMatchObject({
        reason: 'rate_changed',
      });
    expect(await readQuote(context, command.quoteId)).toBeNull();
    expect(await sendQuote(context, { ...command, rateSeen: await rateSeen() })).toMatchObject({
      code: 'succeeded',
    });
    const withoutLimit = { ...quoteCommand(installId), rateSeen: seen };
    expect(await sendQuote(context, withoutLimit)).toMatchObject({ code: 'succeeded' });
  });

  it('a change of the rate waits for an acceptance that has checked the rate, and an acceptance for a change', async () => {
    const quote = await sentWithLimit(30);
    const order: string[] = [];
    let change: Promise<unknown> | undefined;
    await tenantDb(installId).transaction(async (tx) => {
      expect(await isMovedLocked(tx, installId, quote.quoteId)).toBe(false);
      change = typeRate(20_000).then(() => order.push('changed'));
      await untilOneWaits();
      order.push('accepted');
    });
    await change;
    expect(order).toEqual(['accepted', 'changed']);
    let acceptance: Promise<{ code: string }> | undefined;
    await typeRate(13_000);
    const linked = await openLink(quote.token);
    await tenantDb(installId).transaction(async (tx) => {
      await tx.storeRate.updateMany({ where: { installId }, data: { scaled: 20_000n } });
      const answer = { intent: 'accept', version: 1, digits, name: 'سلمى' } as const;
      if (linked) acceptance = answerQuote(linked, answer, { address: 'x', userAgent: 'x' });
      await untilOneWaits();
    });
    expect((await acceptance)?.code).toBe('rate_moved');
    expect(await stateOf(quote)).toBe('sent');
  });
});

describe('the database', () => {
  /** Accepts the quote like an earlier release without rate limits: changes the state and does not check the rate. */
  const acceptUnchecked = ({ quoteId }: SentQuote) =>
    tenantDb(installId).transaction((tx) =>
      tx.quote.update({
        where: { installId_id: { installId, id: quoteId } },
        data: { state: 'accepted', operationId: randomUUID() },
      }),
    );
  const refusal = 'the price of the quote must be updated';

  it('refuses an acceptance beyond the limit that an earlier release did not check', async () => {
    const quote = await sentWithLimit(30);
    const withoutLimit = quoteCommand(installId);
    expect(await sendQuote(context, withoutLimit)).toMatchObject({ code: 'succeeded' });
    await typeRate(13_391);
    await expect(acceptUnchecked(quote)).rejects.toThrow(refusal);
    expect(await stateOf(quote)).toBe('sent');
    expect(await acceptUnchecked({ ...quote, quoteId: withoutLimit.quoteId })).toMatchObject({
      state: 'accepted',
    });
    await typeRate(13_390);
    expect(await acceptUnchecked(quote)).toMatchObject({ state: 'accepted' });
  });

  it('lets such an acceptance wait for a change of the rate, and a change of the rate for the acceptance', async () => {
    const quote = await sentWithLimit(30);
    let acceptance: Promise<unknown> | undefined;
    await tenantDb(installId).transaction(async (tx) => {
      await tx.storeRate.updateMany({ where: { installId }, data: { scaled: 20_000n } });
      acceptance = acceptUnchecked(quote).catch((error: Error) => error.message);
      await untilOneWaits();
    });
    expect(await acceptance).toContain(refusal);
    await typeRate(13_000);
    const order: string[] = [];
    let change: Promise<unknown> | undefined;
    await tenantDb(installId).transaction(async (tx) => {
      const where = { installId_id: { installId, id: quote.quoteId } };
      await tx.quote.update({ where, data: { state: 'accepted', operationId: randomUUID() } });
      change = typeRate(20_000).then(() => order.push('changed'));
      await untilOneWaits();
      order.push('accepted');
    });
    await change;
    expect(order).toEqual(['accepted', 'changed']);
  });
});

describe('a typed rate', () => {
  it('is saved once for the same values, and not over a change that the form did not show', async () => {
    const [pair] = await readRateViews(context);
    const values = { one: 'USD', other: 'SYP', stepMinor: 500, limitPermille: 30 };
    const command = { installId, ...values, rate: { scaled: 14_000, scale: 0 } };
    const seenAt = pair?.changedAt ?? null;
    expect(await setRate(context, { ...command, seenAt })).toMatchObject({ code: 'saved' });
    expect(await setRate(context, { ...command, seenAt })).toMatchObject({ code: 'saved' });
    const other = { ...command, rate: { scaled: 15_000, scale: 0 }, seenAt };
    expect(await setRate(context, other)).toMatchObject({ code: 'stale' });
    expect(await setRate(context, { ...other, one: 'EUR' })).toMatchObject({ code: 'not_found' });
    expect((await readRateViews(context))[0]).toMatchObject({ rate: { scaled: 14_000 }, stepMinor: 500 });
  });

  it('is removed once, and not over a change that the form did not show', async () => {
    const quote = await sentWithLimit(30);
    const [old] = await readRateViews(context);
    await typeRate(20_000);
    expect(await moved()).toEqual([quote.quoteId]);
    const command = { installId, one: 'USD', other: 'SYP', rate: null, stepMinor: 1, limitPermille: null };
    expect(await setRate(context, { ...command, seenAt: old?.changedAt ?? null })).toMatchObject({
      code: 'stale',
    });
    const [pair] = await readRateViews(context);
    for (const _ of ['first', 'again'])
      expect(await setRate(context, { ...command, seenAt: pair?.changedAt ?? null })).toMatchObject({
        code: 'saved',
      });
    expect((await readRateViews(context))[0]).toMatchObject({ other: 'SYP', rate: null, changedAt: null });
    // The store has no exchange rate any more. So no quote needs a new price.
    expect(await moved()).toEqual([]);
    expect((await postForm(quote.token)).status).toBe(303);
  });

  it('of a currency that the store does not allow now is listed, and can be removed', async () => {
    const changedAt = new Date();
    const values = { scaled: 14_500n, scale: 0, stepMinor: 1n, decimals: 0, changedAt };
    await tenantDb(installId).transaction((tx) =>
      tx.storeRate.create({ data: { installId, one: 'GBP', other: 'SYP', ...values } }),
    );
    expect(await readRateViews(context)).toContainEqual(expect.objectContaining({ one: 'GBP' }));
    const command = { installId, one: 'GBP', other: 'SYP', rate: null, stepMinor: 1, limitPermille: null };
    const seenAt = changedAt.toISOString();
    expect(await setRate(context, { ...command, seenAt })).toMatchObject({ code: 'saved' });
    expect(await readRateViews(context)).not.toContainEqual(expect.objectContaining({ one: 'GBP' }));
  });
});

describe('the renewal', () => {
  it('recomputes every price by the ratio, rounded half up to the step, at the same link', async () => {
    const quote = await sentWithLimit(30, { discount: { amount_minor: 1_000, title: null } });
    await typeRate(15_600, { stepMinor: 500 });
    const preview = await readRenewal(context);
    // New prices are multiples of 500. 10,001 × 1.2 = 12,001.2 is rounded to 12,000, and 1,000 × 1.2 = 1,200 is rounded
    // to 1,000.
    expect(preview.quotes).toMatchObject([
      { before: { amount_minor: 29_003 }, after: { amount_minor: 35_000 }, problem: null },
    ]);
    const { results } = await renewQuotes(context, await renewalCommand());
    expect(results).toMatchObject([{ code: 'renewed', quote: { token: quote.token } }]);
    const page = await (await openPage(quote.token)).text();
    for (const shown of ['12,000', '35,000', '15,600']) expect(page).toContain(shown);
    expect([await stateOf(quote), await moved()]).toEqual(['sent', []]);
    expect(await kindsOf(quote)).toEqual(['renewed', 'sent']);
    expect((await postForm(quote.token)).status).toBe(409);
    expect((await postForm(quote.token, { version: '2' })).status).toBe(303);
  });

  it('two tabs and a repeated press renew each quote once', async () => {
    const quotes = await Promise.all([sentWithLimit(30), sentWithLimit(50)]);
    await typeRate(15_000);
    const command = await renewalCommand();
    const both = await Promise.all([renewQuotes(context, command), renewQuotes(context, command)]);
    const again = await renewQuotes(context, command);
    for (const { results } of [...both, again])
      expect(results.map(({ code }) => code)).toEqual(['renewed', 'renewed']);
    for (const quote of quotes) expect((await readQuote(context, quote.quoteId))?.version).toBe(2);
  });

  it('continues after kill -9 between two quotes', async () => {
    const quotes = await Promise.all([sentWithLimit(30), sentWithLimit(30)]);
    await typeRate(15_000);
    const command = await renewalCommand();
    const crashing = await startProgram({ ...world.appEnv, CRASH_POINT: 'quote.renewed' });
    await crashing.run('renew-quotes', installId, JSON.stringify(command));
    expect(await crashing.exited).toEqual({ code: null, signal: 'SIGKILL' });
    expect(await moved()).toHaveLength(1);
    const { results } = await renewQuotes(context, command);
    expect(results.map(({ code }) => code)).toEqual(['renewed', 'renewed']);
    for (const quote of quotes) expect((await readQuote(context, quote.quoteId))?.version).toBe(2);
  }, 60_000);

  it('renews nothing if the rate differs from the preview, the customer asked for a change, or a price would be 0', async () => {
    await sentWithLimit(30);
    await typeRate(15_000);
    const command = await renewalCommand();
    await typeRate(16_000);
    expect((await renewQuotes(context, command)).results).toMatchObject([{ problem: 'changed' }]);
    const asked = await sentWithLimit(30);
    expect((await postForm(asked.token, { intent: 'request_change', message: 'x' })).status).toBe(303);
    await typeRate(20_000, { stepMinor: 100_000 });
    const problems = (await readRenewal(context)).quotes.map(({ problem }) => problem);
    expect(problems.toSorted()).toEqual(['change_requested', 'zero_price']);
  });

  it('reaches an old quote behind 300 newer ones that cannot be renewed', async () => {
    const old = await sentWithLimit(30);
    // The copies cannot be decrypted. The customers of half of them also asked for a change.
    await tenantDb(installId).transaction(
      (tx) => tx.$executeRaw`
        WITH copies AS MATERIALIZED (SELECT n, gen_random_uuid() AS id FROM generate_series(1, 300) n),
          versions AS (
            INSERT INTO quote_versions SELECT v.* FROM copies c, quote_versions o, jsonb_populate_record(o,
              jsonb_build_object('quote_id', c.id)) v
            WHERE o.install_id = ${installId} AND o.quote_id = ${old.quoteId}::uuid)
        INSERT INTO quotes SELECT v.* FROM copies c, quotes o, jsonb_populate_record(o, jsonb_build_object(
          'id', c.id, 'number', o.number + c.n, 'operation_id', NULL, 'updated_at', now() + interval '1 hour',
          'change_requested_at', CASE WHEN c.n % 2 = 0 THEN now() END)) v
        WHERE o.install_id = ${installId} AND o.id = ${old.quoteId}::uuid`,
    );
    await typeRate(15_000);
    const { quotes, hasMore } = await readRenewal(context);
    expect(quotes).toHaveLength(200);
    expect(hasMore).toBe(true);
    expect(quotes[0]).toMatchObject({ quoteId: old.quoteId, problem: null });
    expect(new Set(quotes.slice(1).map(({ problem }) => problem))).toContain('unreadable');
    const { results } = await renewQuotes(context, await renewalCommand());
    expect(results.map(({ code }) => code)).toEqual(['renewed']);
  });
});
