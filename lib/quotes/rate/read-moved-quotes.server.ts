import 'server-only';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

/**
 * Maximum number of quotes that the list "Prices to update" shows. A store usually has fewer open quotes. If it has
 * more, the list shows the next ones after the first ones were renewed.
 */
const movedMax = 2_000;

/**
 * Returns the ids of the quotes whose price must be updated, the latest change first, at most `movedMax`. `ids` limits
 * the search to the given quotes.
 */
export async function readMovedQuotes(tx: Tx, installId: InstallId, ids?: string[]): Promise<string[]> {
  if (ids?.length === 0) return [];
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM find_moved_quotes(${installId}, ${ids ?? null}::uuid[])
    ORDER BY updated_at DESC, id DESC LIMIT ${movedMax}`;
  return rows.map(({ id }) => id);
}

/**
 * Returns the same quotes as readMovedQuotes. Quotes that cannot be renewed are last (`isBlocked`), because their
 * customer asked for a change, or because they have an unsent draft.
 */
export async function readQuotesToRenew(
  tx: Tx,
  installId: InstallId,
): Promise<{ id: string; isBlocked: boolean }[]> {
  return tx.$queryRaw`
    SELECT q.id, q.change_requested_at IS NOT NULL OR q.draft_enc IS NOT NULL AS "isBlocked"
    FROM find_moved_quotes(${installId}, NULL) m JOIN quotes q ON q.install_id = ${installId} AND q.id = m.id
    ORDER BY "isBlocked", q.updated_at DESC, q.id DESC LIMIT ${movedMax}`;
}

/**
 * Returns the number of quotes whose price must be updated, at most `max`. `oldestAt` (RFC 3339) is the time since
 * which the first of these quotes waits. A quote waits since its last change or since the last change of the rate,
 * whichever is later.
 */
export async function readMovedWork(
  tx: Tx,
  installId: InstallId,
  max: number,
): Promise<{ count: number; oldestAt: string | null }> {
  const [row] = await tx.$queryRaw<{ count: number; oldest: Date | null }[]>`
    SELECT least(count(*), ${max})::int AS count, min(greatest(q.updated_at, r.changed_at)) AS oldest
    FROM find_moved_quotes(${installId}, NULL) q
    JOIN quotes current ON current.install_id = ${installId} AND current.id = q.id
    JOIN quote_versions v ON (v.install_id, v.quote_id, v.version) = (current.install_id, current.id, current.version)
    JOIN exchange_rates r ON (r.install_id, r.one, r.other) = (v.install_id, v.rate_one, v.rate_other)`;
  return { count: row?.count ?? 0, oldestAt: row?.oldest?.toISOString() ?? null };
}

/** Returns the number of quotes of the install whose price must be updated. */
export async function countMovedQuotes(tx: Tx, installId: InstallId): Promise<number> {
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM find_moved_quotes(${installId}, NULL)`;
  return row?.count ?? 0;
}

/**
 * Returns true if the price of the quote must be updated. Locks the rate until the transaction ends, so that the rate
 * cannot change between this check and the acceptance. The version cannot change either, because the caller has locked
 * the quote. A change of a rate locks no quote, so no deadlock occurs.
 */
export async function isMovedLocked(tx: Tx, installId: InstallId, quoteId: string): Promise<boolean> {
  await tx.$queryRaw`
    SELECT 1 FROM quotes q
    JOIN quote_versions v ON (v.install_id, v.quote_id, v.version) = (q.install_id, q.id, q.version)
    JOIN exchange_rates r ON (r.install_id, r.one, r.other) = (v.install_id, v.rate_one, v.rate_other)
    WHERE q.install_id = ${installId} AND q.id = ${quoteId}::uuid
    FOR SHARE OF r`;
  // The rate is read in a second statement. The first statement may have waited for the lock while another transaction
  // changed the rate, and would still return the old rate.
  return (await readMovedQuotes(tx, installId, [quoteId])).length > 0;
}
