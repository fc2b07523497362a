import 'server-only';
import { listItem } from '@/lib/quotes/list-quotes.server';
import type { QuoteListItem } from '@/lib/quotes/quote-view';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { dbNow, type Tx } from '@/lib/system/db';

/**
 * Returns the quotes of a closed install that the store can still import into its new install. The quote with the
 * latest change is first.
 */
export async function listEarlierQuotes(
  tx: Tx,
  installId: InstallId,
  take: number,
): Promise<QuoteListItem[]> {
  const now = await dbNow(tx);
  const rows = await tx.quote.findMany({
    where: { installId, importIgnoredAt: null },
    orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
    take,
  });
  return rows.map((row) => listItem(row, { now, mayKnow: true }));
}

/**
 * Records that the user does not want to import the given quotes, so that they are not offered again. The quotes are
 * deleted later, together with their install.
 */
export async function ignoreEarlierQuotes(tx: Tx, installId: InstallId, ids: string[]): Promise<void> {
  // Raw SQL is used, because Prisma would also change updated_at.
  await tx.$executeRaw`
    UPDATE quotes SET import_ignored_at = now() WHERE install_id = ${installId} AND id = ANY(${ids}::uuid[])`;
}
