import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { draftOfOrder } from '@/lib/orders/new-order/draft-of-order';
import { emptyDraft, type NewOrderDraft } from '@/lib/orders/new-order/new-order-draft';
import { readReference } from '@/lib/orders/order-reference';
import type { CreateOrderInput } from 'commerce-platform-client/contract/orders';
import { acceptForCustomer, duplicateQuote, withdrawQuote } from '@/lib/quotes/change-quote.server';
import { expireQuotes, purgeQuotes } from '@/lib/quotes/end-quotes.server';
import { purgeOperations } from '@/lib/operations/activity/purge-history.server';
import { findDrafts, findOpenQuotes, listQuotes, QuoteListQuery } from '@/lib/quotes/list-quotes.server';
import { readQuoteWork } from '@/lib/quotes/waiting/read-quote-work.server';
import { openLink } from '@/lib/quotes/acceptance/open-link.server';
import { canonicalJson } from '@/lib/quotes/quote-content';
import { QuoteId } from '@/lib/quotes/quote-commands';
import { createOrderOfDraft } from '@/lib/quotes/quote-order.server';
import { readFunnel, readQuote } from '@/lib/quotes/read-quote.server';
import { deleteDraft, readDraft, saveDraft } from '@/lib/quotes/save-draft.server';
import { forgetDataKeys } from '@/lib/system/keys/data-keys';
import { sendQuote } from '@/lib/quotes/send-quote.server';
import { saveSettings } from '@/lib/store/save-settings.server';
import { InstallId, OrderId } from 'commerce-platform-client/contract/ids';
import { OperationId } from '@/lib/shared/operation-id';
import { dayOf, startOfDay } from '@/lib/shared/store-day';
import { sha256Hex } from '@/lib/system/keys/crypto';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { eventually } from '@/tests/support/stack/eventually';
import { installContext } from '@/tests/support/integration/install-context';
import { openPage, postForm } from '@/tests/support/integration/quote-fixture';
import { seenQuote } from '@/tests/support/integration/sent-quote';
import { anyStore } from '@/tests/support/operations/any-store';
import { patiently } from '@/tests/support/operations/operation-patience';
import { orderCommand } from '@/tests/support/operations/order-command';

let world: AppWorld;
let installId: InstallId;
let context: InstallContext;

beforeAll(async () => {
  world = await startAppWorld();
  installId = await world.install();
  context = await installContext(installId);
});
afterAll(() => world.stop());

const newQuote = () => QuoteId.parse(randomUUID());
const newOperation = () => OperationId.parse(randomUUID());
const inDays = (days: number) => dayOf(new Date(Date.now() + days * 86_400_000), context.store.timezone);

async function send(
  change: Partial<CreateOrderInput> = {},
  more: { quoteId?: QuoteId; operationId?: OperationId } = {},
) {
  const quoteId = more.quoteId ?? newQuote();
  const command = {
    ...(await seenQuote(context, quoteId)),
    installId,
    quoteId,
    operationId: more.operationId ?? newOperation(),
    order: orderCommand(installId, change).order,
    validUntil: inDays(7),
  };
  const outcome = await sendQuote(context, command);
  if (outcome.code !== 'succeeded') throw new Error(JSON.stringify(outcome));
  return outcome.result;
}

const rowOf = async (quoteId: string) => {
  const [row] = await world.system<Record<string, unknown>>('SELECT * FROM quotes WHERE id = $1', [quoteId]);
  return row;
};

describe('quote drafts', () => {
  const draft: NewOrderDraft = {
    ...draftOfOrder(orderCommand(InstallId.parse('inst_1')).order, {
      decimals: 0,
      mode: 'quote',
      isFeeOpen: true,
    }),
    customer: { name: 'نور', phone: '0944 111', email: '' },
  };

  it('a draft is saved by a process that has just started, without a data key of the store in memory', async () => {
    const quoteId = newQuote();
    forgetDataKeys(installId);
    expect(await saveDraft(context, { installId, quoteId, revision: 0, draft })).toMatchObject({
      code: 'saved',
    });
    expect(await readDraft(context, quoteId)).toEqual({ revision: 1, draft, version: 0 });
  });

  it('text typed on one device appears on another device, and a repeated save counts once', async () => {
    const quoteId = newQuote();
    const saved = { code: 'saved', status: 200, revision: 1 };
    expect(await saveDraft(context, { installId, quoteId, revision: 0, draft })).toEqual(saved);
    expect(await saveDraft(context, { installId, quoteId, revision: 0, draft })).toEqual(saved);
    expect(await readDraft(context, quoteId)).toEqual({ revision: 1, draft, version: 0 });
  });

  it('with two editors the second save returns the draft of the first and names its editor, and no text is lost', async () => {
    const quoteId = newQuote();
    await saveDraft(context, { installId, quoteId, revision: 0, draft });
    const theirs = { ...draft, note: 'theirs' };
    const sami = { ...context, actor: { sub: 'user_sami', name: 'Sami' } };
    await saveDraft(sami, { installId, quoteId, revision: 1, draft: theirs });
    const mine = { ...draft, note: 'mine' };
    expect(await saveDraft(context, { installId, quoteId, revision: 1, draft: mine })).toMatchObject({
      code: 'overtaken',
      revision: 2,
      draft: theirs,
      savedBy: 'Sami',
    });
    expect(await saveDraft(context, { installId, quoteId, revision: 2, draft: mine })).toMatchObject({
      code: 'saved',
      revision: 3,
    });
  });

  it('a copy of a draft is found by the phone number in any notation, as the draft itself', async () => {
    const [quoteId, newQuoteId] = [newQuote(), newQuote()];
    const typed = { ...draft, customer: { ...draft.customer, phone: '0944 555 777' } };
    await saveDraft(context, { installId, quoteId, revision: 0, draft: typed });
    await duplicateQuote(context, { installId, quoteId, newQuoteId });
    const query = QuoteListQuery.parse({ state: 'draft', q: '+963944555777' });
    const { quotes } = await listQuotes(context, query);
    expect(quotes.map(({ id }) => id).sort()).toEqual([quoteId, newQuoteId].sort());
  });

  it('an install with 200 drafts gets no further draft, also not by a duplicate', async () => {
    const { quoteId } = await send();
    const copy = { installId, quoteId, newQuoteId: newQuote() };
    expect(await duplicateQuote(context, copy)).toMatchObject({ code: 'succeeded' });
    const filling = Array.from({ length: 200 }, () => ({ installId, id: newQuote(), draftRevision: 1 }));
    await context.db.transaction((tx) => tx.quote.createMany({ data: filling }));
    const another = { ...copy, newQuoteId: newQuote() };
    expect(await duplicateQuote(context, another)).toMatchObject({ code: 'refused', reason: 'too_many' });
    expect(await saveDraft(context, { installId, quoteId: newQuote(), revision: 0, draft })).toMatchObject({
      code: 'too_many',
    });
    // The same duplicate again, because its answer was lost: it is there already.
    expect(await duplicateQuote(context, copy)).toMatchObject({ code: 'succeeded' });
    await context.db.transaction((tx) =>
      tx.quote.deleteMany({ where: { installId, id: { in: filling.map(({ id }) => id) } } }),
    );
  });

  it('a draft takes no quote number, so a deleted draft leaves no gap', async () => {
    const quoteId = newQuote();
    await saveDraft(context, { installId, quoteId, revision: 0, draft });
    await deleteDraft(context, { installId, quoteId });
    expect(await readDraft(context, quoteId)).toBeNull();
    const [one, other] = [await send(), await send()];
    expect(Number(other.number.slice(2))).toBe(Number(one.number.slice(2)) + 1);
  });

  it('deleting a draft keeps the sent version, and the link shows the same as before', async () => {
    const { quoteId, token } = await send({ note: 'first' });
    await saveDraft(context, { installId, quoteId, revision: 1, draft });
    const before = await openLink(token);
    expect((await readQuote(context, quoteId))?.hasDraft).toBe(true);
    await deleteDraft(context, { installId, quoteId });
    expect(await openLink(token)).toEqual(before);
    expect((await readQuote(context, quoteId))?.hasDraft).toBe(false);
  });
});

describe('an order from a draft', () => {
  const draft = emptyDraft(anyStore);
  const create = (quoteId: QuoteId, operationId: string) =>
    patiently(createOrderOfDraft)(context, {
      ...orderCommand(installId, {}, operationId),
      draftId: quoteId,
    });
  const writes = () => world.system('SELECT id FROM operations');

  it('that was sent as a quote on another device is not created', async () => {
    const quoteId = newQuote();
    await saveDraft(context, { installId, quoteId, revision: 0, draft });
    await send({}, { quoteId });
    const before = await writes();
    expect(await create(quoteId, randomUUID())).toMatchObject({ code: 'refused', reason: 'sent_as_quote' });
    expect(await writes()).toEqual(before);
  });

  it('that exists or may exist keeps the draft from being sent as a quote', async () => {
    const [quoteId, operation] = [newQuote(), newOperation()];
    const typed = { ...draft, operation: { id: operation, outcomeUnknown: false } };
    await saveDraft(context, { installId, quoteId, revision: 0, draft: typed });
    expect(await create(quoteId, operation)).toMatchObject({ code: 'succeeded' });
    const { order } = orderCommand(installId);
    const sending = { installId, quoteId, version: 0, hasDraft: true, order, validUntil: inDays(7) };
    const press = () => sendQuote(context, { ...sending, operationId: newOperation() });
    expect(await press()).toMatchObject({ code: 'refused', reason: 'draft_over' });
    await deleteDraft(context, { installId, quoteId });
    expect(await press()).toMatchObject({ code: 'refused', reason: 'draft_over' });
    // The platform refused the write, so no order exists. The user may therefore press again.
    await saveDraft(context, { installId, quoteId, revision: 0, draft: typed });
    await world.system(`UPDATE operations SET state = 'refused' WHERE id = $1`, [operation]);
    expect(await press()).toMatchObject({ code: 'succeeded' });
  });

  it('is created once, and its repeated press has the same outcome after the draft was sent', async () => {
    const [quoteId, operationId] = [newQuote(), randomUUID()];
    await saveDraft(context, { installId, quoteId, revision: 0, draft });
    const created = await create(quoteId, operationId);
    expect(created).toMatchObject({ code: 'succeeded' });
    // A form of another tab does not know the order yet, because its draft contains no operation id.
    const { order } = orderCommand(installId);
    const sending = { installId, quoteId, order, validUntil: inDays(7), operationId: newOperation() };
    expect(await sendQuote(context, sending)).toMatchObject({ code: 'refused', reason: 'draft_over' });
    await world.system(`UPDATE quotes SET version = 1, number = 900000, state = 'withdrawn' WHERE id = $1`, [
      quoteId,
    ]);
    expect(await create(quoteId, operationId)).toEqual(created);
  });

  it('is created once if two tabs with the same draft press, at the same time or after the draft was deleted', async () => {
    const [source, quoteId] = [newQuote(), newQuote()];
    await saveDraft(context, { installId, quoteId: source, revision: 0, draft });
    await duplicateQuote(context, { installId, quoteId: source, newQuoteId: quoteId });
    const before = await writes();
    const outcomes = await Promise.all([create(quoteId, randomUUID()), create(quoteId, randomUUID())]);
    expect(outcomes.map(({ code }) => code).toSorted()).toEqual(['refused', 'succeeded']);
    const over = { code: 'refused', reason: 'draft_over' };
    expect(outcomes).toContainEqual(expect.objectContaining(over));
    expect(await create(quoteId, randomUUID())).toMatchObject(over);
    // The first tab deletes the draft when its order was created.
    await deleteDraft(context, { installId, quoteId });
    expect(await create(quoteId, randomUUID())).toMatchObject(over);
    expect(await writes()).toHaveLength(before.length + 1);
    // Another draft with the same content is another order.
    expect(await create(source, randomUUID())).toMatchObject({ code: 'succeeded' });
  });

  it('is created by another press after a refusal, and after a warning about the earlier press', async () => {
    const [quoteId, first, second] = [newQuote(), newOperation(), newOperation()];
    await saveDraft(context, { installId, quoteId, revision: 0, draft });
    expect(await create(quoteId, first)).toMatchObject({ code: 'succeeded' });
    await world.system(`UPDATE operations SET state = 'needs_review' WHERE id = $1`, [first]);
    expect(await create(quoteId, second)).toMatchObject({ code: 'refused', reason: 'draft_over' });
    const warned = { ...orderCommand(installId, {}, second), draftId: quoteId, earlierId: first };
    expect(await patiently(createOrderOfDraft)(context, warned)).toMatchObject({ code: 'succeeded' });
    await world.system(`UPDATE operations SET state = 'refused' WHERE id = $1`, [second]);
    expect(await create(quoteId, randomUUID())).toMatchObject({ code: 'succeeded' });
  });
});

it('a draft whose order was refused can be ordered again after the operation has reached its retention time', async () => {
  const [quoteId, refusedId] = [newQuote(), newOperation()];
  await saveDraft(context, { installId, quoteId, revision: 0, draft: emptyDraft(anyStore) });
  const create = (operationId: string) =>
    patiently(createOrderOfDraft)(context, {
      ...orderCommand(installId, {}, operationId),
      draftId: quoteId,
    });
  expect(await create(refusedId)).toMatchObject({ code: 'succeeded' });
  await world.system(
    `UPDATE operations SET state = 'refused', ended_at = now() - interval '300 days' WHERE id = $1`,
    [refusedId],
  );
  await purgeOperations();
  expect(await create(newOperation())).toMatchObject({ code: 'succeeded' });
});

describe('sending a quote', () => {
  it('20 quotes, five at a time in parallel, get 20 numbers without a gap or a duplicate', async () => {
    const sent = [];
    for (let batch = 0; batch < 4; batch++)
      sent.push(...(await Promise.all(Array.from({ length: 5 }, () => send()))));
    const numbers = sent.map(({ number }) => Number(number.slice(2))).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => (numbers[0] ?? 0) + index));
  });

  it('the same press repeated, ten times at the same time, makes one version', async () => {
    const [quoteId, operationId] = [newQuote(), newOperation()];
    const sent = await Promise.all(Array.from({ length: 10 }, () => send({}, { quoteId, operationId })));
    expect(new Set(sent.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(sent[0]).toMatchObject({ version: 1 });
  });

  it('a press with other content and the operation id of a sent version is no success, and changes nothing', async () => {
    const free = {
      shipping: { amount_minor: 0, method: 'delivery' as const },
      shipping_address: { address: 'شارع بغداد', province: 'damascus' },
    };
    const press = {
      installId,
      quoteId: newQuote(),
      version: 0,
      operationId: newOperation(),
      order: orderCommand(installId, free).order,
      validUntil: inDays(7),
    };
    const sent = await sendQuote(context, press);
    expect(sent).toMatchObject({ code: 'succeeded' });
    const reused = { code: 'operation_reused', status: 409 };
    const [item] = press.order.items;
    const cheaper = { ...press.order, items: item ? [{ ...item, unit_price_minor: 1 }] : [] };
    for (const change of [
      { validUntil: inDays(8) },
      { order: cheaper },
      { isFeeOpen: true },
      { quoteId: newQuote() },
      { ratePermille: 20 },
    ])
      expect([change, await sendQuote(context, { ...press, ...change })]).toEqual([change, reused]);
    expect(await sendQuote(context, press)).toEqual(sent);
    expect((await rowOf(press.quoteId))?.version).toBe(1);
    const withdrawal = { installId, quoteId: press.quoteId, version: 1, operationId: newOperation() };
    await withdrawQuote(context, withdrawal);
    expect(await sendQuote(context, { ...press, operationId: withdrawal.operationId })).toEqual(reused);
  });

  it('a form that loaded an earlier version replaces no newer one, and its repeated press still succeeds', async () => {
    const first = await send();
    const command = {
      installId,
      quoteId: first.quoteId,
      version: 1,
      order: orderCommand(installId).order,
      validUntil: inDays(7),
    };
    const press = { ...command, operationId: newOperation() };
    const sent = { code: 'succeeded', result: { version: 2 } };
    expect(await sendQuote(context, press)).toMatchObject(sent);
    expect(await sendQuote(context, press)).toMatchObject(sent);
    for (const version of [0, 1])
      expect(await sendQuote(context, { ...command, version, operationId: newOperation() })).toMatchObject({
        code: 'refused',
        reason: 'stale',
      });
    expect(
      await sendQuote(context, { ...command, quoteId: newQuote(), operationId: newOperation() }),
    ).toMatchObject({ code: 'refused', reason: 'stale' });
    expect((await openLink(first.token))?.version).toBe(2);
    // A page of an earlier release does not send the version of the quote.
    const { version: _, ...earlier } = command;
    expect(await sendQuote(context, { ...earlier, operationId: newOperation() })).toMatchObject({
      code: 'succeeded',
      result: { version: 3 },
    });
  });

  it('a form that was opened before the quote was withdrawn does not send it again', async () => {
    const { quoteId } = await send();
    const command = { installId, quoteId, version: 1 };
    await withdrawQuote(context, { ...command, operationId: newOperation() });
    const sending = { ...command, order: orderCommand(installId).order, validUntil: inDays(7) };
    expect(await sendQuote(context, { ...sending, operationId: newOperation() })).toMatchObject({
      code: 'refused',
      reason: 'stale',
    });
    expect((await rowOf(quoteId))?.state).toBe('withdrawn');
    expect(
      await sendQuote(context, { ...sending, isWithdrawn: true, operationId: newOperation() }),
    ).toMatchObject({ code: 'succeeded', result: { version: 2 } });
  });

  it('a version never changes, and its hash is the hash of its content', async () => {
    const first = await send({ note: 'first' });
    const opened = await openLink(first.token);
    const second = await send({ note: 'second' }, { quoteId: first.quoteId });
    expect(second).toMatchObject({ number: first.number, version: 2, token: first.token });
    const rows = await world.system<{ version: number; content_hash: string }>(
      'SELECT version, content_hash FROM quote_versions WHERE quote_id = $1 ORDER BY version',
      [first.quoteId],
    );
    expect(rows[0]?.content_hash).toBe(sha256Hex(canonicalJson(opened?.content)));
    expect(rows[1]?.content_hash).not.toBe(rows[0]?.content_hash);
    expect((await openLink(first.token))?.version).toBe(2);
  });

  it('a quote is valid until its last day ends in the store time zone, and a past day is refused', async () => {
    const { quoteId } = await send();
    const row = await rowOf(quoteId);
    expect(row?.expires_at).toEqual(startOfDay(inDays(8), context.store.timezone));
    for (const [validUntil, reason] of [
      [inDays(-1), 'in_the_past'],
      [inDays(400), 'too_far'],
    ] as const)
      expect(
        await sendQuote(context, {
          installId,
          quoteId: newQuote(),
          version: 0,
          operationId: newOperation(),
          validUntil,
          order: orderCommand(installId).order,
        }),
      ).toMatchObject({ code: 'refused', reason });
  });

  it('AUT-2: without orders:create no quote is sent, because it could not become an order', async () => {
    const without = { ...context, scopes: new Set<string>() };
    const command = {
      installId,
      quoteId: newQuote(),
      version: 0,
      operationId: newOperation(),
      validUntil: inDays(1),
    };
    expect(await sendQuote(without, { ...command, order: orderCommand(installId).order })).toMatchObject({
      code: 'missing_scope',
      scope: 'orders:create',
    });
    expect(await rowOf(command.quoteId)).toBeUndefined();
  });

  const atlantis = {
    shipping: { amount_minor: 0, method: 'delivery' },
    shipping_address: { province: 'Atlantis', city: null, address: 'x', notes: null },
  } satisfies Partial<CreateOrderInput>;
  it.each<[string, string, Partial<CreateOrderInput>]>([
    ['a province', 'shipping_address.province', atlantis],
    ['a payment method', 'payment_method', { payment_method: 'barter' }],
    ['a currency', 'currency', { currency: 'XTS' }],
  ])(
    'CRE-8 CRE-10: %s that the store does not have is reported by its field path, and no quote is sent',
    async (_, path, order) => {
      const command = {
        installId,
        quoteId: newQuote(),
        version: 0,
        operationId: newOperation(),
        validUntil: inDays(7),
        order: orderCommand(installId, order).order,
      };
      expect(await sendQuote(context, command)).toMatchObject({ code: 'invalid', fields: [{ path }] });
      expect(await rowOf(command.quoteId)).toBeUndefined();
    },
  );

  it("CRE-9: attributes that leave no room for the app's own are refused before the quote is sent", async () => {
    const attributes = Object.fromEntries(
      Array.from({ length: 8 }, (_, key) => [`k${key}`, 'x'.repeat(1_000)]),
    );
    const command = {
      installId,
      quoteId: newQuote(),
      version: 0,
      operationId: newOperation(),
      validUntil: inDays(1),
    };
    const { order } = orderCommand(installId, { attributes });
    expect(await sendQuote(context, { ...command, order })).toMatchObject({ code: 'invalid', status: 400 });
  });
});

describe('a quote link', () => {
  it('that was guessed, shortened, withdrawn or expired opens nothing and gives no reason', async () => {
    const [withdrawn, late] = [await send(), await send()];
    await withdrawQuote(context, {
      installId,
      quoteId: withdrawn.quoteId,
      operationId: newOperation(),
      version: 1,
    });
    await world.system(`UPDATE quotes SET expires_at = now() - interval '1 second' WHERE id = $1`, [
      late.quoteId,
    ]);
    for (const token of ['', 'x'.repeat(43), late.token.slice(0, 42), withdrawn.token, late.token])
      expect(await openLink(token)).toBeNull();
  });

  it('that was withdrawn stays invalid when the quote is sent again with a new link', async () => {
    const first = await send();
    await withdrawQuote(context, {
      installId,
      quoteId: first.quoteId,
      operationId: newOperation(),
      version: 1,
    });
    const again = await send({}, { quoteId: first.quoteId });
    expect(await openLink(first.token)).toBeNull();
    expect((await openLink(again.token))?.version).toBe(2);
  });

  it('of a store that uninstalled the app opens nothing', async () => {
    const theirs = await world.install({ store: 1 });
    const command = { installId: theirs, quoteId: newQuote(), version: 0, operationId: newOperation() };
    const { order } = orderCommand(theirs, { currency: 'USD' });
    const sent = await sendQuote(await installContext(theirs), { ...command, order, validUntil: inDays(2) });
    const token = sent.code === 'succeeded' ? sent.result.token : '';
    expect(await openLink(token)).not.toBeNull();
    await world.system('UPDATE installs SET revoked_at = now() WHERE install_id = $1', [theirs]);
    expect(await openLink(token)).toBeNull();
  });

  it('is stored as a hash; the token, the phone and the name are not stored in plain text', async () => {
    const { token } = await send({ customer: { name: 'كناري الحلبي', phone: '+963955987654' } });
    for (const table of ['quotes', 'quote_versions', 'quote_events', 'quote_links']) {
      const rows = await world.system<{ row: string }>(`SELECT t::text AS row FROM ${table} t`);
      const dump = rows.map(({ row }) => row).join('\n');
      for (const secret of [token, '955987654', 'كناري']) expect(dump).not.toContain(secret);
    }
    const [link] = await world.system('SELECT 1 FROM quote_links WHERE token_hash = $1', [sha256Hex(token)]);
    expect(link).toBeDefined();
  });
});

describe('the quote list', () => {
  const list = (query: Record<string, string> = {}) => listQuotes(context, QuoteListQuery.parse(query));

  it('finds a quote by number, by phone in any format, and by whole words of the name in any spelling', async () => {
    const sent = await send({ customer: { name: 'أحمد الرفاعي', phone: '+963933456789' } });
    for (const q of [
      sent.number,
      sent.number.slice(2),
      '0933 456 789',
      '٠٩٣٣٤٥٦٧٨٩',
      '+963933456789',
      'احمد',
      'الرفاعى أحمد',
    ])
      expect(
        (await list({ q })).quotes.map(({ id }) => id),
        q,
      ).toContain(sent.quoteId);
    for (const q of ['أحم', '0933 456 788', 'الرفاعي سمير'])
      expect(
        (await list({ q })).quotes.map(({ id }) => id),
        q,
      ).not.toContain(sent.quoteId);
  });

  it('counts on its first page the quotes that wait, as the home screen does', async () => {
    await send();
    const { attention, open } = await readQuoteWork(context);
    const first = await list({ state: 'declined' });
    expect(first.waiting).toEqual({ needs_attention: attention.count, open: open.count });
    expect(open.count).toBeGreaterThan(0);
    expect(await list({ cursor: `${new Date().toISOString()} ${randomUUID()}` })).not.toHaveProperty(
      'waiting',
    );
  });

  it('returns every quote once over all pages, last changed first', async () => {
    for (let batch = 0; batch < 11; batch++) await Promise.all(Array.from({ length: 5 }, () => send()));
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof list>> = await list(cursor ? { cursor } : {});
      seen.push(...page.quotes.map(({ id }) => id));
      cursor = page.next;
    }
    const [row] = await world.system<{ count: number }>(
      `SELECT count(*)::int AS count FROM quotes WHERE install_id = $1 AND state <> 'draft'`,
      [installId],
    );
    expect(seen.length).toBe(row?.count);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('has drafts that were never sent only in the view of drafts', async () => {
    const quoteId = newQuote();
    const draft = draftOfOrder(orderCommand(installId).order, {
      decimals: 0,
      mode: 'quote',
      isFeeOpen: true,
    });
    await saveDraft(context, { installId, quoteId, revision: 0, draft });
    expect((await list()).quotes.map(({ id }) => id)).not.toContain(quoteId);
    expect((await list({ state: 'draft' })).quotes.map(({ id }) => id)).toContain(quoteId);
    expect((await findDrafts(context, 1)).map(({ id }) => id)).toEqual([quoteId]);
  });

  it('shows the open quotes of a phone number, except the current quote', async () => {
    const customer = { name: 'لمى', phone: '+963966111333' };
    const [one, other] = [await send({ customer }), await send({ customer })];
    const found = await findOpenQuotes(context, { installId, phone: '0966111333', except: one.quoteId });
    expect(found.quotes.map(({ id }) => id)).toEqual([other.quoteId]);
  });
});

describe('the delivery fee of a quote', () => {
  const order: Partial<CreateOrderInput> = {
    shipping: { amount_minor: 0, method: 'delivery' },
    shipping_address: { province: 'damascus', city: null, address: 'x', notes: null },
  };
  const pageOf = async (isFeeOpen: boolean) => {
    const command = {
      installId,
      quoteId: newQuote(),
      version: 0,
      operationId: newOperation(),
      validUntil: inDays(7),
      order: orderCommand(installId, order).order,
      isFeeOpen,
    };
    const outcome = await sendQuote(context, command);
    if (outcome.code !== 'succeeded') throw new Error(JSON.stringify(outcome));
    const text = await (await openPage(outcome.result.token, { query: '?lang=en' })).text();
    return { text, draft: (await readDraft(context, command.quoteId))?.draft };
  };

  it('that was left empty is shown as to be agreed, and the total is named without it', async () => {
    const { text, draft } = await pageOf(true);
    expect(text).toContain('<dt>Delivery</dt><dd>To be agreed</dd>');
    expect(text).toContain('<dt>Total without delivery</dt>');
    expect(draft?.fee).toBe('');
  });

  it('of 0 is shown as free, and the form that changes the quote keeps the 0', async () => {
    const { text, draft } = await pageOf(false);
    expect(text).toContain('<dt>Delivery</dt><dd>Free</dd>');
    expect(text).toContain('<dt>Total</dt>');
    expect(draft?.fee).toBe('0');
  });
});

describe('the funnel', () => {
  it('counts a quote as opened if the customer answered or opened any version, also after it was sent again', async () => {
    const before = (await readFunnel(context)).opened;
    const [asked, opened] = [await send(), await send()];
    expect((await postForm(asked.token, { intent: 'request_change', message: 'x' })).status).toBe(303);
    expect((await postForm(opened.token, { intent: 'open' })).status).toBe(200);
    for (const { quoteId } of [asked, opened]) await send({}, { quoteId });
    expect((await readFunnel(context)).opened - before).toBe(2);
    // The customer opens the new version of the quote. The app records this opening as a separate event.
    expect((await postForm(opened.token, { intent: 'open', version: '2' })).status).toBe(200);
    expect((await readQuote(context, opened.quoteId))?.state).toBe('opened');
  });
});

describe('the end of a quote', () => {
  it('after acceptance for the customer is one order, with the quote as its reference chip', async () => {
    const { quoteId, number } = await send();
    const command = {
      installId,
      quoteId,
      operationId: newOperation(),
      version: 1,
      agreedHow: 'on the phone',
    };
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => acceptForCustomer(context, command)));
    expect(outcomes.every(({ code }) => code === 'succeeded')).toBe(true);
    const quote = await eventually('the order is there', async () => {
      const view = await readQuote(context, quoteId);
      return view?.state === 'converted' && view;
    });
    const { body } = await context.platform.getOrder(OrderId.parse(quote.order?.id));
    expect(body.data).toMatchObject({
      status: 'approved',
      attributes: { reference: { kind: 'عرض سعر', number } },
    });
    expect(readReference(body.data.attributes.reference)?.url).toContain(encodeURIComponent(quoteId));
    expect((await readFunnel(context)).accepted).toBeGreaterThan(0);
    expect(quote.can).toEqual({
      rewrite: false,
      withdraw: false,
      withdrawLink: true,
      retry: false,
      accept: false,
    });
  });

  it('is recorded as expired by a worker after the last valid day', async () => {
    const { quoteId } = await send();
    await world.system(`UPDATE quotes SET expires_at = now() - interval '1 hour' WHERE id = $1`, [quoteId]);
    expect((await readQuote(context, quoteId))?.state).toBe('expired');
    expect(await expireQuotes()).toBeGreaterThan(0);
    expect((await rowOf(quoteId))?.state).toBe('expired');
    expect((await readQuote(context, quoteId))?.events.map(({ kind }) => kind)).toContain('expired');
    expect(await expireQuotes()).toBe(0);
  });

  it("deletes the customer data after the store's quoteDataDays, but keeps the evidence of the agreement", async () => {
    const [over, open] = [await send(), await send()];
    await withdrawQuote(context, {
      installId,
      quoteId: over.quoteId,
      operationId: newOperation(),
      version: 1,
    });
    await saveSettings(context, { installId, settings: { quoteDataDays: 3 } });
    await world.system(`UPDATE quotes SET updated_at = now() - interval '4 days'`);
    expect(await purgeQuotes()).toBeGreaterThan(0);
    const row = await rowOf(over.quoteId);
    expect(row).toMatchObject({ customer_enc: null, phone_key: null, name_keys: [], link_enc: null });
    const [version] = await world.system<{ content_enc: unknown; content_hash: string }>(
      'SELECT content_enc, content_hash FROM quote_versions WHERE quote_id = $1',
      [over.quoteId],
    );
    expect(version).toMatchObject({
      content_enc: null,
      content_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect((await rowOf(open.quoteId))?.customer_enc).not.toBeNull();
    expect(await readQuote(context, over.quoteId)).toMatchObject({
      customerName: null,
      content: null,
      link: null,
    });
  });

  it('withdraws a quote that needs attention after quoteDataDays without a decision, and deletes its customer data', async () => {
    const attention = async (write: string) => {
      const { quoteId } = await send();
      const command = { installId, quoteId, operationId: newOperation(), version: 1, agreedHow: 'by phone' };
      await acceptForCustomer(context, command);
      await eventually('the order is there', async () => (await rowOf(quoteId))?.state === 'converted');
      await world.system(
        `UPDATE operations SET state = $2, ended_at = CASE WHEN $2 <> 'sending' THEN ended_at END
         WHERE id = (SELECT operation_id FROM quotes WHERE id = $1)`,
        [quoteId, write],
      );
      await world.system(
        `UPDATE quotes SET state = 'needs_attention', order_id = NULL, order_number = NULL,
           updated_at = now() - interval '400 days', expires_at = now() - interval '400 days' WHERE id = $1`,
        [quoteId],
      );
      return quoteId;
    };
    const over = [await attention('refused'), await attention('needs_review')];
    const [open, valid] = [await attention('sending'), await attention('refused')];
    await world.system(`UPDATE quotes SET expires_at = now() - interval '1 day' WHERE id = $1`, [valid]);
    expect(await purgeQuotes()).toBeGreaterThan(0);
    for (const quoteId of over) {
      const emptied = {
        state: 'withdrawn',
        customer_enc: null,
        phone_key: null,
        name_keys: [],
        link_enc: null,
      };
      expect(await rowOf(quoteId)).toMatchObject(emptied);
      const kept = await world.system(
        `SELECT FROM quote_versions WHERE quote_id = $1 AND content_enc IS NOT NULL
         UNION ALL SELECT FROM quote_events WHERE quote_id = $1 AND detail_enc IS NOT NULL
         UNION ALL SELECT FROM quote_links WHERE quote_id = $1`,
        [quoteId],
      );
      expect(kept).toEqual([]);
      expect((await readQuote(context, quoteId))?.events.map(({ kind }) => kind)).toContain('withdrawn');
    }
    for (const quoteId of [open, valid]) {
      const row = await rowOf(quoteId);
      expect(row).toMatchObject({ state: 'needs_attention', purged_at: null });
      expect(row?.customer_enc).not.toBeNull();
    }
    // A user later finds that the order of a withdrawn quote exists.
    const [, reviewed] = over;
    await world.system(
      `UPDATE operations SET state = 'succeeded' WHERE id = (SELECT operation_id FROM quotes WHERE id = $1)`,
      [reviewed],
    );
    expect(await rowOf(reviewed ?? '')).toMatchObject({
      state: 'converted',
      order_id: expect.any(String) as string,
      customer_enc: null,
    });
  });

  it('a form that was opened before the deletion does not store the customer data again', async () => {
    const { quoteId } = await send();
    const seen = await readDraft(context, quoteId);
    const draft = seen?.draft ?? emptyDraft(anyStore);
    await withdrawQuote(context, { installId, quoteId, operationId: newOperation(), version: 1 });
    await world.system(`UPDATE quotes SET updated_at = now() - interval '400 days' WHERE id = $1`, [quoteId]);
    expect(await purgeQuotes()).toBeGreaterThan(0);
    const emptied = { draft_enc: null, customer_enc: null, phone_key: null, draft_revision: 2 };
    expect(await rowOf(quoteId)).toMatchObject(emptied);
    for (const revision of [1, 2])
      expect(await saveDraft(context, { installId, quoteId, revision, draft })).toEqual({
        code: 'gone',
        status: 404,
      });
    const sending = { installId, quoteId, version: 1, isWithdrawn: true, validUntil: inDays(7) };
    const { order } = orderCommand(installId);
    expect(await sendQuote(context, { ...sending, order, operationId: newOperation() })).toMatchObject({
      reason: 'stale',
    });
    expect(await rowOf(quoteId)).toMatchObject(emptied);
  });

  it('a duplicate of a sent quote is a new draft with the same content', async () => {
    const { quoteId } = await send({ note: 'again' });
    const newQuoteId = newQuote();
    const copy = { installId, quoteId, newQuoteId };
    expect(await duplicateQuote(context, copy)).toMatchObject({ code: 'succeeded' });
    expect(await duplicateQuote(context, copy)).toMatchObject({ code: 'succeeded' });
    expect(await readQuote(context, newQuoteId)).toMatchObject({
      state: 'draft',
      number: null,
      hasDraft: true,
    });
  });
});
