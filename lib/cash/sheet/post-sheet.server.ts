import 'server-only';
import type { PostingLine } from '@/lib/cash/cash-commands';
import { postCash } from '@/lib/cash/post-cash.server';
import type { CurrencySum, MatchedRow } from '@/lib/cash/sheet/match-sheet';
import { evaluateSheet, moneyOf, type SheetContext } from '@/lib/cash/sheet/read-sheet.server';
import {
  isPosted,
  type PostedBefore,
  type PostSheetCommand,
  type PostSheetOutcome,
  type SheetPreview,
} from '@/lib/cash/sheet/sheet-commands';
import { OrderId } from 'commerce-platform-client/contract/ids';
import { sha256Hex } from '@/lib/system/keys/crypto';

/**
 * Posts a remittance sheet in one transaction. If the posting is refused, no row is posted.
 *
 * - The preview of the browser is not trusted, so the server evaluates the sheet again. If the result differs from
 *   what the user saw, the new result is returned as `changed`.
 * - postCash locks the orders and then compares the owed amount of each order once more.
 * - The same request again gives the same outcome, or `posting_undone` if a user has undone the posting.
 * - The same id with other accepted lines gives `already_posted`, because these lines were not posted.
 * - If two users post the same sheet, it is posted once. The rest of a sheet can be posted after a new preview, which
 *   says which lines were posted.
 */
export async function postSheet(
  context: SheetContext,
  { postingId, seen, after = null, accepted, ...command }: PostSheetCommand,
): Promise<PostSheetOutcome> {
  // A repeated request is recognized by the hash of two values: the hash of the results, and the accepted lines. Both
  // decide which lines are posted. The posted lines cannot be compared later, because the posting changes the results.
  const contentHash = sha256Hex(JSON.stringify([seen, [...new Set(accepted)].sort((a, b) => a - b)]));
  const request = { postingId, contentHash };
  const repeated = await readPosted(context, request);
  if (repeated) return repeated;
  const found = await evaluateSheet(context, command);
  if (found.code !== 'evaluated') return found;
  const { preview, matched, hash } = found;
  const unseen = unseenOf(preview, hash === null ? null : after);
  if (unseen) return outcomeOf(context, request, unseen);
  if (preview.seen !== seen) return { code: 'changed', preview };
  const lines = new Set(accepted);
  const posted = matched.rows.filter((row) => isPosted(row, lines));
  if (posted.length === 0) return { code: 'nothing' };
  await postCash(context, {
    ...request,
    source: 'sheet',
    sheetHash: hash,
    note: '',
    lines: [...posted.flatMap(linesOf), ...takenBack(posted)],
  });
  const own = await readPosted(context, request);
  if (own) return own;
  // The posting was refused, because another request posted the remittance sheet or changed an order after the sheet
  // was evaluated. So the sheet is evaluated again.
  const newer = await evaluateSheet(context, command);
  if (newer.code !== 'evaluated') return newer;
  const others = unseenOf(newer.preview, after);
  return others ? outcomeOf(context, request, others) : { code: 'changed', preview: newer.preview };
}

/** Returns the last posting of the sheet if it is another one than the user saw; null if there is no other one. */
function unseenOf({ postedBefore }: SheetPreview, after: string | null): PostedBefore | null {
  return postedBefore?.postingId === after ? null : postedBefore;
}

/** The id of a posting, and the hash of what the user accepted. */
type Request = { postingId: string; contentHash: string };

async function outcomeOf(
  context: SheetContext,
  request: Request,
  postedBefore: PostedBefore,
): Promise<PostSheetOutcome> {
  const own = postedBefore.postingId === request.postingId && (await readPosted(context, request));
  return own || { code: 'already_posted', ...postedBefore };
}

/** Returns the entries of a row: the amount that the carrier handed over, and the fee that it kept. */
function linesOf(row: MatchedRow): PostingLine[] {
  const line = lineOf(row);
  return [
    { ...line, kind: 'remitted', amountMinor: Number(row.amountMinor) },
    ...(row.feeMinor > 0n ? [{ ...line, kind: 'fee' as const, amountMinor: Number(row.feeMinor) }] : []),
  ];
}

function lineOf({ orderId, dueMinor, currency, decimals }: MatchedRow) {
  return {
    orderId: OrderId.parse(orderId),
    currency: currency ?? '',
    ...(decimals !== null && { decimals }),
    openMinor: Number(dueMinor),
  };
}

/**
 * Returns the entries that take back write-offs. If the carrier pays more than it owes for an order that the store wrote
 * off, the write-off becomes smaller by that amount. So what the carrier owes does not change, and it gets no credit.
 */
function takenBack(posted: readonly MatchedRow[]): PostingLine[] {
  const paid = new Map<string | null, bigint>();
  for (const { orderId, amountMinor, feeMinor } of posted)
    paid.set(orderId, (paid.get(orderId) ?? 0n) + (amountMinor ?? 0n) + feeMinor);
  const first = new Map(posted.toReversed().map((row) => [row.orderId, row]));
  return [...first.values()].flatMap((row): PostingLine[] => {
    const owed = row.dueMinor !== null && row.dueMinor > 0n ? row.dueMinor : 0n;
    const more = (paid.get(row.orderId) ?? 0n) - owed;
    const taken = more < row.writtenOffMinor ? more : row.writtenOffMinor;
    return taken > 0n ? [{ ...lineOf(row), kind: 'written_off', amountMinor: -Number(taken) }] : [];
  });
}

/**
 * Returns the outcome of a posting that is already stored; null if there is none. The outcome is `posting_undone` after
 * an undo, and `already_posted` if the stored posting has other accepted lines.
 */
async function readPosted(
  { installId, db }: SheetContext,
  { postingId, contentHash }: Request,
): Promise<PostSheetOutcome | null> {
  return db.transaction(async (tx): Promise<PostSheetOutcome | null> => {
    const posting = await tx.cashPosting.findUnique({
      where: { installId_id: { installId, id: postingId } },
    });
    if (!posting) return null;
    if (posting.undoneAt) return { code: 'posting_undone' };
    const { actorName: by, createdAt } = posting;
    if (posting.contentHash !== contentHash)
      return { code: 'already_posted', postingId, by, at: createdAt.toISOString() };
    const sums = await tx.$queryRaw<(CurrencySum & { orders: number })[]>`
      SELECT currency, decimals, count(DISTINCT order_id)::int AS orders, sum(amount_minor)::bigint AS "amountMinor"
      FROM cash_entries WHERE install_id = ${installId} AND posting_id = ${postingId}::uuid AND NOT is_reversal
        AND kind = 'remitted'
      GROUP BY currency, decimals ORDER BY currency`;
    const orders = sums.reduce((count, sum) => count + sum.orders, 0);
    return { code: 'posted', postingId, orders, sums: sums.map(moneyOf) };
  });
}
