import 'server-only';
import { listItem } from '@/lib/quotes/list-quotes.server';
import type { QuoteListItem } from '@/lib/quotes/quote-view';
import type { InstallId } from '@/lib/shared/ids';
import { dbNow, type Tx } from '@/lib/system/db';

/** Quotes of a closed install that its store may still have in its new one, the last changed first. */
export async function listEarlierQuotes(
  tx: Tx,
  installId: InstallId,
  take: number,
): Promise<QuoteListItem[]> {
  const now = await dbNow(tx);
  const rows = await tx.quote.findMany({
    where: { installId, leftBehindAt: null },
    orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
    take,
  });
  return rows.map((row) => listItem(row, now));
}

/** Not offered again; they stay until their install is purged. */
export async function ignoreEarlierQuotes(tx: Tx, installId: InstallId, ids: string[]): Promise<void> {
  // By hand, so that when they were last changed stays.
  await tx.$executeRaw`
    UPDATE quotes SET left_behind_at = now() WHERE install_id = ${installId} AND id = ANY(${ids}::uuid[])`;
}
