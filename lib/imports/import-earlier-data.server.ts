import 'server-only';
import type {
  ImportEarlierOutcome,
  IgnoreEarlierOutcome,
  EarlierDataCommand,
} from '@/lib/imports/import-commands';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { ignoreEarlierViews } from '@/lib/orders/views/list-earlier-views.server';
import { moveViews } from '@/lib/orders/views/move-views.server';
import { ignoreEarlierQuotes } from '@/lib/quotes/list-earlier-quotes.server';
import { moveQuotes } from '@/lib/quotes/move-quotes.server';
import { moveRates } from '@/lib/quotes/rate/move-rates.server';
import { betweenInstalls } from '@/lib/system/earlier-installs';

type Importing = Pick<InstallContext, 'installId' | 'actor'>;

/**
 * Moves the selected quotes and saved views from earlier installations of the store into this install, in one
 * transaction. The exchange rates that users typed are moved together with the quotes. Each quote, view and rate is
 * moved only once, even if several users import the same selection. An id is ignored if it belongs to another store or
 * no longer exists.
 */
export async function importEarlierData(
  { installId, actor }: Importing,
  { quotes, views }: EarlierDataCommand,
): Promise<ImportEarlierOutcome> {
  return betweenInstalls(installId, async (tx, earlier, actIn) => {
    for (const { installId: from } of earlier) {
      await moveQuotes(tx, { from, to: installId, ids: quotes, actor, actIn });
      await moveViews(tx, { from, to: installId, ids: views, actIn });
    }
    const from = earlier.map((old) => old.installId);
    if (quotes.length > 0) await moveRates(tx, { from, to: installId, actIn });
    await actIn(installId);
    const result = {
      quotes: await tx.quote.count({ where: { installId, id: { in: quotes } } }),
      views: await tx.savedView.count({ where: { installId, id: { in: views } } }),
    };
    return { code: 'succeeded', status: 200, result };
  });
}

/**
 * Records that the user does not want to import the selected quotes and saved views, so that they are not offered
 * again. They are deleted later, together with their installation.
 */
export async function ignoreEarlierData(
  { installId }: Importing,
  { quotes, views }: EarlierDataCommand,
): Promise<IgnoreEarlierOutcome> {
  return betweenInstalls(installId, async (tx, earlier, actIn) => {
    for (const { installId: old } of earlier) {
      await actIn(old);
      await ignoreEarlierQuotes(tx, old, quotes);
      await ignoreEarlierViews(tx, old, views);
    }
    return { code: 'succeeded', status: 200 };
  });
}
