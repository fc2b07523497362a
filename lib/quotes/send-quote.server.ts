import 'server-only';
import { randomUUID } from 'node:crypto';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { createOrderKind } from '@/lib/orders/new-order/create-order.server';
import { fieldProblems } from 'commerce-platform-client/assumptions';
import { CreateOrderBody } from 'commerce-platform-client/contract/orders';
import type { QuoteId, SendQuoteCommand } from '@/lib/quotes/quote-commands';
import { canonicalJson, type QuoteContent, quoteNumber, totalMinorOf } from '@/lib/quotes/quote-content';
import { quoteRequest } from '@/lib/quotes/quote-order.server';
import { done, needsOrdersCreate, type QuoteOutcome, refused } from '@/lib/quotes/quote-outcome';
import {
  contentColumns,
  currentContent,
  customerColumns,
  draftOf,
  lockQuote,
  linkOf,
  mayHaveOrder,
  sealLink,
  writeQuoteEvent,
} from '@/lib/quotes/quote-rows.server';
import { isSameRate, rateColumns, type RateLimit } from '@/lib/quotes/rate/rate-limit';
import { rateOfPrices } from '@/lib/quotes/rate/rate-of-prices';
import { canRewrite } from '@/lib/quotes/quote-state';
import { readComposerStore } from '@/lib/store/read-composer-store.server';
import { readRates } from '@/lib/store/read-rates.server';
import type { PairRate } from '@/lib/shared/numbers/pair-rate';
import { nextDay, startOfDay } from '@/lib/shared/store-day';
import { areDigitsClosed } from '@/lib/system/http/unlock-tries';
import { orUnreadable, randomToken, sha256Hex } from '@/lib/system/keys/crypto';
import { dbNow, type Tx } from '@/lib/system/db';
import type { Quote, QuoteEvent } from '@/lib/system/generated/prisma/client';

/** The version of a quote that was sent. The customer's link contains `token`. */
export type SentQuote = { quoteId: QuoteId; number: string; version: number; token: string };

/**
 * Maximum validity of a quote in days. A quote is an offer for a limited time, and a quote that is valid for years
 * would be a price list.
 */
const validDaysMax = 366;

/**
 * Makes a version of a quote visible to the customer. After that, the quote's link shows this version. The version is
 * hashed and never changes. The first version gives the quote its number. A second call with the same `operationId` and
 * content returns the same version.
 *
 * The quote gets a new link if it was withdrawn, or if there were too many wrong phone digits at its old link. The
 * quote is not sent if it was sent again or withdrawn after the form had loaded it.
 */
export async function sendQuote(
  context: InstallContext,
  command: SendQuoteCommand,
): Promise<QuoteOutcome<SentQuote>> {
  const { installId, db, actor, scopes, store, storeLocale } = context;
  const { quoteId, operationId, order, validUntil, isFeeOpen, ratePermille, rateSeen } = command;
  if (!scopes.has('orders:create')) return needsOrdersCreate;
  // Checks the body of the order before the quote is sent, so that every sent quote can become an order.
  const quote = { installId, id: quoteId, number: 0 };
  const body = createOrderKind.body.safeParse(
    quoteRequest(operationId, order, { quote, storeLocale, skipStock: false }),
  );
  if (!body.success) return { code: 'invalid', status: 400, fields: fieldProblems(body.error) };
  const expiresAt = startOfDay(nextDay(validUntil), store.timezone);
  const offers = await readOffers(context, order);
  const fields = notOffered(offers, order);
  if (fields.length > 0) return { code: 'invalid', status: 400, fields };
  const withoutLimit = contentOf(context, offers, { order, validUntil, isFeeOpen });
  return db.transaction(async (tx): Promise<QuoteOutcome<SentQuote>> => {
    const now = await dbNow(tx);
    const latest = now.getTime() + validDaysMax * 86_400_000;
    if (!expiresAt || expiresAt <= now) return refused('in_the_past');
    if (expiresAt.getTime() > latest) return refused('too_far');
    const locked = await lockQuote(tx, { installId, quoteId });
    const event = await tx.quoteEvent.findUnique({ where: { installId_id: { installId, id: operationId } } });
    if (event) {
      const token = locked && linkOf(locked.quote);
      if (!locked?.quote.number || !token || !(await isSentBy(tx, event, command)))
        return { code: 'operation_reused', status: 409 };
      const { number, version } = locked.quote;
      return done({ quoteId, number: quoteNumber(number), version, token });
    }
    if (locked && !canRewrite(locked.evaluated, now)) return refused('not_open');
    if ((locked && mayHaveOrder(locked)) || (await isDraftOver(tx, locked?.quote ?? null, command)))
      return refused('draft_over');
    if (isStale(locked?.quote ?? null, command)) return refused('stale');
    const rateLimit = ratePermille ? await limitOf(tx, withoutLimit, installId, ratePermille) : null;
    if (ratePermille && !rateLimit) return refused('no_rate');
    // The prices were converted at the rate that the form showed. If the store's rate has changed since then, the quote
    // is refused. Its rate limit (how far the rate may move) would be counted from the wrong rate.
    if (rateLimit && !isSeen(rateLimit, rateSeen)) return refused('rate_changed');
    const content = { ...withoutLimit, rateLimit };
    // If there were too many wrong phone digits at the old link, somebody may have tried to guess them. So a new link
    // replaces the old link.
    const keepsLink = locked && locked.quote.state !== 'withdrawn' && !areDigitsClosed(locked.quote);
    const kept = keepsLink ? linkOf(locked.quote) : null;
    const token = kept ?? randomToken();
    const version = (locked?.quote.version ?? 0) + 1;
    const number = locked?.quote.number ?? (await nextNumber(tx, installId));
    const sent = {
      number,
      version,
      state: 'sent',
      draftEnc: null,
      draftActorName: actor?.name ?? null,
      linkEnc: sealLink({ installId, quoteId }, token),
      expiresAt,
      ...customerColumns({ installId, quoteId }, order.customer),
      currency: order.currency,
      decimals: content.decimals,
      totalMinor: totalMinorOf(order),
      ...(kept === null && { wrongTries: 0 }),
      tries: 0,
      triedAt: null,
      changeRequestedAt: null,
      answeredAt: null,
      sentAt: locked?.quote.sentAt ?? now,
    };
    const by = { actorSub: actor?.sub ?? null, actorName: actor?.name ?? null };
    await tx.quote.upsert({
      where: { installId_id: { installId, id: quoteId } },
      create: { installId, id: quoteId, draftRevision: 1, ...sent, ...by },
      update: { ...sent, draftRevision: { increment: 1 } },
    });
    await tx.quoteVersion.create({
      data: {
        installId,
        quoteId,
        version,
        expiresAt,
        sentAt: now,
        ...rateColumns(rateLimit),
        ...contentColumns({ installId, quoteId, version }, content),
      },
    });
    if (kept === null)
      await tx.quoteLink.updateMany({
        where: { installId, quoteId, revokedAt: null },
        data: { revokedAt: now },
      });
    await tx.quoteLink.createMany({
      data: { tokenHash: sha256Hex(token), installId, quoteId },
      skipDuplicates: true,
    });
    await writeQuoteEvent(tx, {
      installId,
      quoteId,
      id: operationId,
      kind: 'sent',
      version,
      side: 'staff',
      actor,
    });
    return done({ quoteId, number: quoteNumber(number), version, token });
  });
}

/**
 * Returns true if the command has the same content as the version that this event sent. A user who received no response
 * may change the form and press again. The changed content was not sent, so the second response must not be a success.
 */
async function isSentBy(
  tx: Tx,
  { installId, quoteId, kind, version }: QuoteEvent,
  { order, validUntil, isFeeOpen = false, ratePermille, ...command }: SendQuoteCommand,
): Promise<boolean> {
  if (kind !== 'sent' || quoteId !== command.quoteId) return false;
  const sent = await currentContent(tx, { installId, id: quoteId, version });
  if (!sent) return false;
  const { content } = sent;
  const textOf = (given: CreateOrderBody) => canonicalJson({ ...CreateOrderBody.parse(given), status: null });
  return (
    textOf(content.order) === textOf(order) &&
    content.validUntil === validUntil &&
    content.isFeeOpen === isFeeAgreedLater(order, isFeeOpen) &&
    (content.rateLimit?.permille ?? null) === (ratePermille ?? null)
  );
}

/**
 * Returns true if the draft of the form was deleted, or if an order was created from it or may still be created. The
 * content of the draft has the operation id that its form used last. `quote` is the row of the draft; null if there is
 * none.
 */
async function isDraftOver(
  tx: Tx,
  quote: Quote | null,
  { hasDraft = false }: SendQuoteCommand,
): Promise<boolean> {
  if (!quote) return hasDraft;
  const draft = quote.version === 0 ? orUnreadable(() => draftOf(quote)) : null;
  if (!draft || draft === 'unreadable' || !draft.operation) return false;
  const where = { installId_id: { installId: quote.installId, id: draft.operation.id } };
  const write = await tx.operation.findUnique({ where, select: { state: true } });
  return write !== null && write.state !== 'refused';
}

/**
 * Returns true if the quote was sent again, withdrawn, or emptied of its personal data after the form had loaded it.
 * `quote` is null if it does not exist. A page of an earlier release sends no version, so for such a page only the
 * personal data is checked.
 */
const isStale = (quote: Quote | null, { version, isWithdrawn = false }: SendQuoteCommand) =>
  (quote !== null && quote.purgedAt !== null) ||
  (version !== undefined &&
    ((quote?.version ?? 0) !== version || (quote?.state === 'withdrawn' && !isWithdrawn)));

/**
 * Returns the rate limit (how far the exchange rate may move) of a quote that is sent now. Returns null if the store
 * has no rate on which the quote's prices depend.
 */
async function limitOf(
  tx: Tx,
  { order, pricing }: QuoteContent,
  installId: InstallContext['installId'],
  permille: number,
): Promise<RateLimit | null> {
  const found = rateOfPrices(await readRates(tx, installId), order.currency, pricing.code);
  return found ? { one: found.one, other: found.other, rate: found.rate, permille } : null;
}

const isSeen = (now: PairRate, seen: SendQuoteCommand['rateSeen']) =>
  seen?.one === now.one && seen.other === now.other && isSameRate(seen.rate, now.rate);

/**
 * Returns the next quote number of the install. The row of the counter is locked until the caller's transaction, which
 * sends the quote, ends. Another quote that is sent at the same time waits for the lock, so no number is skipped or
 * used twice.
 */
async function nextNumber(tx: Tx, installId: string): Promise<number> {
  const [row] = await tx.$queryRaw<{ last: number }[]>`
    INSERT INTO quote_counters (install_id, last) VALUES (${installId}, 1)
    ON CONFLICT (install_id) DO UPDATE SET last = quote_counters.last + 1 RETURNING last`;
  if (!row) throw new Error('the quote counter returned no number');
  return row.last;
}

type Order = SendQuoteCommand['order'];
/** The currencies, payment methods and provinces that the store offers for orders now. */
type Offers = Awaited<ReturnType<typeof readComposerStore>>;

/**
 * Returns what the store offers for orders. If the mirror's copy of the store lacks the currency, payment method or
 * province of the order, the store is read from the platform again.
 */
async function readOffers(context: InstallContext, order: Order): Promise<Offers> {
  const cached = await readComposerStore(context);
  return notOffered(cached, order).length === 0 ? cached : readComposerStore(context, { forceRefresh: true });
}

/**
 * Returns the fields of an order whose values the store does not offer. A quote with such a value is not sent, because
 * the platform would refuse its order.
 */
function notOffered(store: Offers, { currency, payment_method, shipping_address }: Order) {
  const province = shipping_address?.province ?? null;
  const isMissing = {
    currency: !store.currencies.some(({ code }) => code === currency),
    payment_method: !store.paymentMethods.some(({ id }) => id === payment_method),
    'shipping_address.province':
      province !== null &&
      store.provinces.length > 0 &&
      !store.provinces.some(({ value }) => value === province),
  };
  return Object.entries(isMissing).flatMap(([path, missing]) =>
    missing ? [{ path, message: 'is not offered by the store' }] : [],
  );
}

/**
 * Returns true if the delivery fee is agreed later: the form left the fee open, goods are delivered, and the fee in the
 * order is 0.
 */
const isFeeAgreedLater = ({ shipping }: Order, isFeeOpen = false) =>
  isFeeOpen && shipping.method === 'delivery' && shipping.amount_minor === 0;

/** Returns the content of a quote that the customer will see. It includes the current data of the store. */
function contentOf(
  context: InstallContext,
  store: Offers,
  { order, validUntil, isFeeOpen }: Pick<SendQuoteCommand, 'order' | 'validUntil' | 'isFeeOpen'>,
): QuoteContent {
  const { pricingCurrency: pricing } = store;
  const { decimals } = store.currencies.find(({ code }) => code === order.currency) ?? pricing;
  const province = store.provinces.find(({ value }) => value === order.shipping_address?.province);
  const method = store.paymentMethods.find(({ id }) => id === order.payment_method);
  return {
    // The order has the status approved, because it is created only after the customer has accepted (platform: POST
    // /orders, status).
    order: { ...order, status: 'approved' },
    decimals,
    pricing,
    validUntil,
    isFeeOpen: isFeeAgreedLater(order, isFeeOpen),
    rateLimit: null,
    salt: randomUUID(),
    store: { name: store.name, timeZone: context.store.timezone },
    province: province ? { ar: province.ar, en: province.en } : null,
    walletId: method?.walletId ?? null,
  };
}
