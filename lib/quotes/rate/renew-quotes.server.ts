import 'server-only';
import { randomUUID } from 'node:crypto';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { type QuoteContent, quoteNumber, totalMinorOf } from '@/lib/quotes/quote-content';
import {
  contentColumns,
  currentContent,
  linkOf,
  lockQuote,
  writeQuoteEvent,
} from '@/lib/quotes/quote-rows.server';
import type { RenewQuotesCommand } from '@/lib/quotes/rate/rate-commands';
import { rateColumns } from '@/lib/quotes/rate/rate-limit';
import type {
  RenewalItem,
  RenewalPreview,
  RenewalProblem,
  RenewalResult,
  RenewedQuote,
  RenewQuotesOutcome,
} from '@/lib/quotes/rate/rate-view';
import { isMovedLocked, readQuotesToRenew } from '@/lib/quotes/rate/read-moved-quotes.server';
import { type RenewedOrder, renewedOrder } from '@/lib/quotes/rate/renewed-order';
import { amountFactor } from '@/lib/shared/numbers/pair-rate';
import { hasRight } from '@/lib/shared/roles/roles';
import { readRates, type StoredRate } from '@/lib/store/read-rates.server';
import { crashPoint } from '@/lib/system/crash-point';
import { dbNow, type Tx } from '@/lib/system/db';
import type { Quote } from '@/lib/system/generated/prisma/client';
import { orUnreadable } from '@/lib/system/keys/crypto';

/** Maximum number of quotes in one preview. If there are more quotes, they are in the next preview. */
const previewMax = 200;

/**
 * Returns the quotes whose price must be updated, with the old and the new total of each. Changes nothing. Quotes that
 * can be renewed are first. Quotes that cannot be renewed fill the rest of the preview, so they hide no other quote.
 */
export async function readRenewal({ installId, db, role }: InstallContext): Promise<RenewalPreview> {
  const mayKnow = hasRight(role, 'see_personal_data');
  return db.transaction(async (tx) => {
    const moved = await readQuotesToRenew(tx, installId);
    const rates = await readRates(tx, installId);
    const ready: RenewalItem[] = [];
    const others: RenewalItem[] = [];
    for (const { id, isBlocked } of moved) {
      if (ready.length === previewMax || (isBlocked && ready.length + others.length >= previewMax)) break;
      const quote = await tx.quote.findUnique({ where: { installId_id: { installId, id } } });
      const item = quote && (await previewOf(tx, { quote, rates, mayKnow }));
      if (item) (item.problem === null ? ready : others).push(item);
    }
    return { quotes: [...ready, ...others].slice(0, previewMax), hasMore: moved.length > previewMax };
  });
}

type Previewed = { quote: Quote; rates: StoredRate[]; mayKnow: boolean };

async function previewOf(tx: Tx, { quote, rates, mayKnow }: Previewed): Promise<RenewalItem> {
  const { id: quoteId, number, version, currency, decimals, totalMinor } = quote;
  const money = (amountMinor: number) => ({
    amount_minor: amountMinor,
    currency: currency ?? '',
    decimals: decimals ?? 0,
  });
  const current = await currentContent(tx, quote);
  const renewal = renewalOf(quote, current?.content ?? null, rates);
  return {
    quoteId,
    number: quoteNumber(number ?? 0),
    version,
    customerName: (mayKnow && current?.content.order.customer.name) || null,
    before: money(Number(totalMinor)),
    after: renewal.ok ? money(totalMinorOf(renewal.content.order)) : null,
    problem: renewal.ok ? null : renewal.problem,
    rates: renewal.ok ? { base: renewal.base, now: renewal.content.rateLimit.rate } : null,
  };
}

type RatedContent = QuoteContent & { rateLimit: NonNullable<QuoteContent['rateLimit']> };
type Renewal =
  | { ok: true; content: RatedContent; base: RatedContent['rateLimit'] }
  | { ok: false; problem: RenewalProblem };

/**
 * Returns the content of the quote with prices at the store's current rate. If the quote cannot be renewed, returns the
 * reason.
 */
function renewalOf(quote: Quote, content: QuoteContent | null, rates: StoredRate[]): Renewal {
  const base = content?.rateLimit;
  const now = rates.find(({ one, other }) => one === base?.one && other === base.other);
  if (!content || !base || !now) return { ok: false, problem: 'unreadable' };
  if (quote.changeRequestedAt) return { ok: false, problem: 'change_requested' };
  if (quote.draftEnc !== null) return { ok: false, problem: 'unsent_changes' };
  const renewed = orderAt(content, base, now);
  if (!renewed.ok) return renewed;
  const rateLimit = { ...base, rate: now.rate };
  return { ok: true, base, content: { ...content, order: renewed.order, rateLimit, salt: randomUUID() } };
}

function orderAt(
  { order, decimals }: QuoteContent,
  base: RatedContent['rateLimit'],
  now: StoredRate,
): RenewedOrder {
  // The rounding step is an amount in the currency `other`. Amounts in the other currency of the pair are rounded to
  // whole minor units.
  const isOfStep = order.currency === now.other && decimals === now.decimals;
  return renewedOrder(
    order,
    amountFactor(order.currency, base, now.rate),
    isOfStep ? BigInt(now.stepMinor) : 1n,
  );
}

/**
 * Makes a new version of each quote with its prices at the store's current rate. Link, last valid day and number stay.
 * Each quote has its own transaction, so after a crash, the same request can be sent again and renews the remaining
 * quotes. A quote is renewed only if its version and its new total are those of the command, so a repeated request
 * renews no quote twice.
 */
export async function renewQuotes(
  context: InstallContext,
  { quotes }: RenewQuotesCommand,
): Promise<RenewQuotesOutcome> {
  const results: RenewalResult[] = [];
  for (const wanted of quotes) {
    results.push({ quoteId: wanted.quoteId, ...(await renewOne(context, wanted)) });
    crashPoint('quote.renewed');
  }
  return { code: 'renewed', status: 200, results };
}

type Wanted = RenewQuotesCommand['quotes'][number];
type Renewed = { code: 'renewed'; quote: RenewedQuote } | { code: 'refused'; problem: RenewalProblem };

function renewOne(
  { installId, db, actor }: InstallContext,
  { quoteId, version, totalMinor }: Wanted,
): Promise<Renewed> {
  const refused = (problem: RenewalProblem): Renewed => ({ code: 'refused', problem });
  return db.transaction(async (tx): Promise<Renewed> => {
    const locked = await lockQuote(tx, { installId, quoteId });
    if (!locked) return refused('changed');
    const { quote } = locked;
    if (await isRenewedVersion(tx, quote, version)) return renewedOf(tx, quote);
    const isMoved = quote.version === version && (await isMovedLocked(tx, installId, quoteId));
    if (!isMoved) return refused('changed');
    const current = await currentContent(tx, quote);
    const renewal = renewalOf(quote, current?.content ?? null, await readRates(tx, installId));
    if (!renewal.ok) return refused(renewal.problem);
    const { content } = renewal;
    if (totalMinorOf(content.order) !== totalMinor || quote.expiresAt === null) return refused('changed');
    const next = await tx.quote.update({
      where: { installId_id: { installId, id: quoteId } },
      data: { version: version + 1, state: 'sent', totalMinor, draftRevision: { increment: 1 } },
    });
    await tx.quoteVersion.create({
      data: {
        installId,
        quoteId,
        version: next.version,
        expiresAt: quote.expiresAt,
        sentAt: await dbNow(tx),
        ...rateColumns(content.rateLimit),
        ...contentColumns({ installId, quoteId, version: next.version }, content),
      },
    });
    await writeQuoteEvent(tx, {
      ...({ installId, quoteId, id: randomUUID(), version: next.version } as const),
      ...({ kind: 'renewed', side: 'staff', actor } as const),
    });
    return renewedOf(tx, next);
  });
}

/**
 * Returns true if the current version of the quote was made by renewing the given version, for example by an earlier
 * request.
 */
async function isRenewedVersion(tx: Tx, quote: Quote, version: number): Promise<boolean> {
  if (quote.version !== version + 1) return false;
  const { installId, id: quoteId } = quote;
  const where = { installId, quoteId, version: quote.version, kind: 'renewed' };
  return (await tx.quoteEvent.count({ where })) > 0;
}

/**
 * Returns the data for the message to the customer. The caller has checked the right to agree prices, which includes
 * sending links.
 */
async function renewedOf(tx: Tx, quote: Quote): Promise<Renewed> {
  const current = await currentContent(tx, quote);
  const token = orUnreadable(() => linkOf(quote));
  if (!current || token === null || token === 'unreadable') return { code: 'refused', problem: 'unreadable' };
  const { order, decimals, validUntil } = current.content;
  const { name, phone } = order.customer;
  return {
    code: 'renewed',
    quote: {
      number: quoteNumber(quote.number ?? 0),
      token,
      customer: { name, phone },
      total: { amount_minor: totalMinorOf(order), currency: order.currency, decimals },
      until: validUntil,
    },
  };
}
