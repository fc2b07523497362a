import 'server-only';
import { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { StockProblem } from 'commerce-platform-client/assumptions';
import { listItem } from '@/lib/quotes/list-quotes.server';
import type { QuoteContent } from '@/lib/quotes/quote-content';
import type { QuoteId } from '@/lib/quotes/quote-commands';
import {
  detailOf,
  type EventDetail,
  evaluatedQuote,
  findContent,
  linkOf,
} from '@/lib/quotes/quote-rows.server';
import { readMovedQuotes } from '@/lib/quotes/rate/read-moved-quotes.server';
import { canRetry, canRewrite, canWithdraw, canWithdrawLink, openStates } from '@/lib/quotes/quote-state';
import type {
  QuoteEventView,
  QuoteFunnel,
  QuoteOrderProblem,
  QuoteView,
  ShownContent,
} from '@/lib/quotes/quote-view';
import { hasRight } from '@/lib/shared/roles/roles';
import { orUnreadable } from '@/lib/system/keys/crypto';
import { dbNow, type Tx } from '@/lib/system/db';
import type { Quote, QuoteEvent } from '@/lib/system/generated/prisma/client';

const eventsMax = 200;

/**
 * Returns a quote with its history and the allowed actions. If its order could not be created, the reason is included.
 * Returns null if no quote has this id.
 */
export async function readQuote(
  { installId, db, scopes, role }: InstallContext,
  quoteId: QuoteId,
): Promise<QuoteView | null> {
  return db.transaction(async (tx) => {
    const quote = await tx.quote.findUnique({ where: { installId_id: { installId, id: quoteId } } });
    if (!quote) return null;
    const now = await dbNow(tx);
    const evaluated = await evaluatedQuote(tx, quote);
    const read = await findContent(tx, quote);
    const current = read === 'unreadable' ? null : read;
    const link = orUnreadable(() => linkOf(quote));
    const events = await tx.quoteEvent.findMany({
      where: { installId, quoteId },
      orderBy: [{ at: 'desc' }, { id: 'desc' }],
      take: eventsMax,
    });
    const mayKnow = hasRight(role, 'see_personal_data');
    const mayAgree = hasRight(role, 'agree_prices');
    const isRateMoved = (await readMovedQuotes(tx, installId, [quoteId])).length > 0;
    const item = listItem(quote, { now, mayKnow, isRateMoved });
    const eventViews = events.map(eventView);
    return {
      ...item,
      isUnreadable:
        [read, link].includes('unreadable') || item.isUnreadable || eventViews.some((view) => view === null),
      content: current && (mayKnow ? current.content : withoutPerson(current.content)),
      contentHash: current?.hash ?? null,
      sentAt: current?.sentAt.toISOString() ?? null,
      // With the link and the customer's phone number, anyone can accept the quote and see the customer's data. So a
      // user gets the link only with the rights for both.
      link: link === 'unreadable' || !mayKnow || !mayAgree ? null : link,
      events: events.map((event, n) =>
        mayKnow ? (eventViews[n] ?? withoutDetail(event)) : withoutDetail(event),
      ),
      problem: await problemOf(tx, quote),
      can: {
        rewrite:
          mayAgree && read !== 'unreadable' && canRewrite(evaluated, now) && scopes.has('orders:create'),
        withdraw: mayAgree && canWithdraw(evaluated, now),
        withdrawLink: mayAgree && canWithdrawLink(evaluated, now),
        retry: mayAgree && read !== 'unreadable' && canRetry(evaluated),
        accept: mayAgree && read !== 'unreadable' && openStates.includes(item.state) && !isRateMoved,
      },
    };
  });
}

/**
 * Removes the personal data from the content of a quote, and the reason of the discount, because it is free text. The
 * lines, amounts and dates stay. The salt of the content hash is removed too, because somebody with the salt could guess
 * names until the hash matches.
 */
function withoutPerson({ order, ...content }: QuoteContent): ShownContent {
  return {
    ...content,
    province: null,
    walletId: null,
    salt: '',
    order: {
      ...order,
      discount: order.discount && { ...order.discount, title: null },
      customer: null,
      shipping_address: null,
      note: null,
    },
  };
}

/**
 * Converts an event of a quote to the form that the screen needs. Returns null if the details of the event cannot be
 * decrypted.
 */
function eventView(event: QuoteEvent): QuoteEventView | null {
  const detail = orUnreadable(() => detailOf(event));
  return detail === 'unreadable' ? null : withDetail(event, detail);
}

const withoutDetail = (event: QuoteEvent) => withDetail(event, null);

function withDetail(event: QuoteEvent, detail: EventDetail | null): QuoteEventView {
  const { id, kind, version, side, actorName, at } = event;
  return {
    id,
    kind,
    version,
    side: side === 'customer' ? 'customer' : 'staff',
    by: detail?.name ?? actorName,
    message: detail?.message ?? null,
    at: at.toISOString(),
  };
}

/**
 * The part of a refused write's result that contains the reason why the quote's order was not created.
 * settle-attempt.server.ts has stored the result.
 */
const Refusal = z.object({
  code: z.string().nullable().catch(null),
  requestId: z.string().nullable().catch(null),
  details: z.object({ lines: z.array(StockProblem).catch([]) }).catch({ lines: [] }),
});

async function problemOf(
  tx: Tx,
  { installId, operationId, state }: Quote,
): Promise<QuoteOrderProblem | null> {
  if (state !== 'needs_attention' || !operationId) return null;
  const write = await tx.operation.findUnique({ where: { installId_id: { installId, id: operationId } } });
  const refusal = Refusal.safeParse(write?.result ?? {}).data;
  return {
    state: write?.state === 'refused' ? 'refused' : 'needs_review',
    reason: refusal?.code ?? null,
    requestId: refusal?.requestId ?? write?.requestIds.at(-1) ?? null,
    lines: (refusal?.details.lines ?? []).map(({ index, requested, available }) => ({
      index,
      requested,
      available,
    })),
  };
}

const funnelDays = 90;

/**
 * Counts the quotes that were first sent in the last 90 days, by what the customers did with them. A quote that was
 * answered also counts as opened, because the customer may have answered an earlier version.
 */
export async function readFunnel({ installId, db }: InstallContext): Promise<QuoteFunnel> {
  return db.transaction(async (tx) => {
    const [row] = await tx.$queryRaw<QuoteFunnel[]>`
      SELECT count(*)::int AS sent,
        (count(*) FILTER (WHERE opened_at IS NOT NULL OR EXISTS (
          SELECT FROM quote_events e WHERE (e.install_id, e.quote_id) = (quotes.install_id, quotes.id)
            AND e.kind IN ('opened', 'change_requested', 'accepted', 'declined'))))::int AS opened,
        (count(*) FILTER (WHERE state IN ('accepted', 'converted', 'needs_attention')))::int AS accepted,
        (count(*) FILTER (WHERE state = 'declined'))::int AS declined,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM answered_at - sent_at) / 3600)
          FILTER (WHERE state IN ('accepted', 'converted', 'needs_attention')) AS "medianHours"
      FROM quotes WHERE install_id = ${installId} AND sent_at > now() - ${funnelDays} * interval '1 day'`;
    if (!row) throw new Error('the aggregate query returned no row');
    return row;
  });
}
