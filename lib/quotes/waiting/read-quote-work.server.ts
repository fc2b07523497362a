import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { stateOf } from '@/lib/quotes/list-quotes.server';
import { readMovedWork } from '@/lib/quotes/rate/read-moved-quotes.server';
import { quotesPath } from '@/lib/quotes/quote-list-url';
import { dbNow } from '@/lib/system/db';

/** Maximum number of quotes that are counted. If the count reaches this maximum, "99+" is shown. */
const countedMax = 100;
const weekMs = 7 * 86_400_000;

/**
 * Counts of quotes for the home screen. `oldestAt` is an RFC 3339 time; it is null if no quote needs attention. Each
 * `path` is relative to the path of the install.
 */
export type QuoteWork = {
  /** True if the store has ever sent a quote. */
  hasSent: boolean;
  /**
   * Quotes that the customer can still answer. `opened` is the number of these quotes that the customers have opened.
   */
  open: { count: number; opened: number; path: `/${string}` };
  /**
   * Quotes for which the staff must do something. `changes` is the number of these quotes for which the customer
   * requested a change.
   */
  attention: { count: number; changes: number; oldestAt: string | null; path: `/${string}` };
  /**
   * Quotes that no customer can accept until their price is updated (readMovedWork). Absent in a response of an earlier
   * release.
   */
  moved?: { count: number; oldestAt: string | null; path: `/${string}` };
  /** Number of quotes that customers accepted in the last seven days. */
  acceptedThisWeek: number;
};

/**
 * Counts three groups of quotes: those that wait for the customer, those that wait for the store's staff, and those
 * that were accepted in the last seven days.
 */
export async function readQuoteWork({
  installId,
  db,
}: Pick<InstallContext, 'installId' | 'db'>): Promise<QuoteWork> {
  return db.read(async (tx) => {
    const now = await dbNow(tx);
    const sent = await tx.quote.findFirst({
      where: { installId, number: { not: null } },
      select: { number: true },
    });
    const open = await tx.quote.findMany({
      where: { installId, ...stateOf('open', now) },
      select: { state: true },
      take: countedMax,
    });
    const attention = await tx.quote.findMany({
      where: { installId, ...stateOf('needs_attention', now) },
      select: { changeRequestedAt: true, updatedAt: true },
      orderBy: { updatedAt: 'asc' },
      take: countedMax,
    });
    const since = attention.map(({ changeRequestedAt, updatedAt }) => changeRequestedAt ?? updatedAt);
    const oldestMs = Math.min(...since.map((at) => at.getTime()));
    const acceptedThisWeek = await tx.quote.count({
      where: {
        installId,
        state: { in: ['accepted', 'converted', 'needs_attention'] },
        answeredAt: { gte: new Date(now.getTime() - weekMs) },
      },
      take: countedMax,
    });
    return {
      hasSent: sent !== null,
      open: {
        count: open.length,
        opened: open.filter(({ state }) => state === 'opened').length,
        path: quotesPath({ state: 'open' }),
      },
      attention: {
        count: attention.length,
        changes: attention.filter(({ changeRequestedAt }) => changeRequestedAt !== null).length,
        oldestAt: since.length > 0 ? new Date(oldestMs).toISOString() : null,
        path: quotesPath({ state: 'needs_attention' }),
      },
      moved: {
        ...(await readMovedWork(tx, installId, countedMax)),
        path: quotesPath({ state: 'rate_moved' }),
      },
      acceptedThisWeek,
    };
  });
}
