import 'server-only';
import { postCash } from '@/lib/cash/post-cash.server';
import type { CurrencySum, MatchedRow } from '@/lib/cash/sheet/match-sheet';
import { evaluateSheet, moneyOf, type SheetContext } from '@/lib/cash/sheet/read-sheet.server';
import {
  isPosted,
  type PostedBefore,
  type PostSheetCommand,
  type PostSheetOutcome,
} from '@/lib/cash/sheet/sheet-commands';
import { OrderId } from 'commerce-platform-client/contract/ids';

/**
 * Posts a sheet in one transaction, or nothing of it.
 *
 * - The preview of the browser is not trusted, so the sheet is read again. If the result differs from what the user
 *   saw, the new result is returned as `changed`.
 * - postCash compares what is owed for each order once more, after it has locked the orders.
 * - The same request again gives the same outcome, or `posting_undone` if a user has undone the posting.
 * - If two users post the same sheet, it is posted once.
 */
export async function postSheet(
  context: SheetContext,
  { postingId, seen, accepted, ...command }: PostSheetCommand,
): Promise<PostSheetOutcome> {
  const repeated = await readPosted(context, postingId);
  if (repeated) return repeated;
  const found = await evaluateSheet(context, command);
  if (found.code !== 'evaluated') return found;
  const { preview, matched, hash } = found;
  if (preview.postedBefore) return outcomeOf(context, postingId, preview.postedBefore);
  if (preview.seen !== seen) return { code: 'changed', preview };
  const lines = new Set(accepted);
  const posted = matched.rows.filter((row) => isPosted(row, lines));
  if (posted.length === 0) return { code: 'nothing' };
  await postCash(context, {
    postingId,
    source: 'sheet',
    sheetHash: hash,
    note: '',
    lines: posted.map(lineOf),
  });
  const own = await readPosted(context, postingId);
  if (own) return own;
  // The posting was refused, because another request posted the sheet or changed an order after the sheet was
  // evaluated. So the sheet is evaluated again.
  const newer = await evaluateSheet(context, command);
  if (newer.code !== 'evaluated') return newer;
  const { postedBefore } = newer.preview;
  return postedBefore
    ? outcomeOf(context, postingId, postedBefore)
    : { code: 'changed', preview: newer.preview };
}

async function outcomeOf(
  context: SheetContext,
  postingId: string,
  postedBefore: PostedBefore,
): Promise<PostSheetOutcome> {
  const own = postedBefore.postingId === postingId && (await readPosted(context, postingId));
  return own || { code: 'already_posted', ...postedBefore };
}

function lineOf({ orderId, amountMinor, dueMinor, currency }: MatchedRow) {
  return {
    orderId: OrderId.parse(orderId),
    kind: 'remitted' as const,
    amountMinor: Number(amountMinor),
    currency: currency ?? '',
    openMinor: Number(dueMinor),
  };
}

/** Returns what a posting contains, or that it was undone; null if it does not exist. */
async function readPosted(
  { installId, db }: SheetContext,
  postingId: string,
): Promise<PostSheetOutcome | null> {
  const sums = await db.transaction(
    (tx) => tx.$queryRaw<(CurrencySum & { orders: number; isUndone: boolean })[]>`
      SELECT e.currency, e.decimals, count(*)::int AS orders, sum(e.amount_minor)::bigint AS "amountMinor",
        p.undone_at IS NOT NULL AS "isUndone"
      FROM cash_postings p JOIN cash_entries e ON e.install_id = p.install_id AND e.posting_id = p.id
      WHERE p.install_id = ${installId} AND p.id = ${postingId}::uuid AND NOT e.is_reversal
      GROUP BY e.currency, e.decimals, p.undone_at ORDER BY e.currency`,
  );
  if (sums.length === 0) return null;
  if (sums.some(({ isUndone }) => isUndone)) return { code: 'posting_undone' };
  const orders = sums.reduce((count, sum) => count + sum.orders, 0);
  return { code: 'posted', postingId, orders, sums: sums.map(moneyOf) };
}
