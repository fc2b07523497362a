import 'server-only';
import { earlierShownMax } from '@/lib/imports/import-commands';
import type { EarlierQuote, EarlierData, EarlierViewItem } from '@/lib/imports/earlier-data';
import { listPeople } from '@/lib/installs/list-people.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { listEarlierViews } from '@/lib/orders/views/list-earlier-views.server';
import { sharedOwner } from '@/lib/orders/views/list-views.server';
import { listEarlierQuotes } from '@/lib/quotes/list-earlier-quotes.server';
import { tenantDb } from '@/lib/system/db';
import { findEarlierInstalls } from '@/lib/system/earlier-installs';

/**
 * Returns the quotes and saved views of earlier installations of this store that a user can import. Quotes and views
 * that were deleted or declined are left out.
 */
export async function listEarlierData(
  context: Pick<InstallContext, 'installId' | 'actor'>,
): Promise<EarlierData> {
  const { installId, actor } = context;
  const quotes: EarlierQuote[] = [];
  const views: EarlierViewItem[] = [];
  const until: Date[] = [];
  const earlier = await findEarlierInstalls(installId);
  const people = earlier.length > 0 ? (await listPeople(installId)).people : [];
  const ownerOf = (owner: string): EarlierViewItem['owner'] => {
    if (owner === sharedOwner) return { kind: 'everybody' };
    if (owner === actor?.sub) return { kind: 'own' };
    return { kind: 'somebody', name: people.find(({ sub }) => sub === owner)?.name ?? null };
  };
  for (const old of earlier) {
    const found = await tenantDb(old.installId).transaction(async (tx) => ({
      quotes: await listEarlierQuotes(tx, old.installId, earlierShownMax + 1),
      views: await listEarlierViews(tx, old.installId, earlierShownMax + 1),
    }));
    quotes.push(...found.quotes.map(shown));
    views.push(...found.views.map(({ id, name, owner }) => ({ id, name, owner: ownerOf(owner) })));
    if (found.quotes.length + found.views.length > 0) until.push(old.until);
  }
  return {
    quotes: quotes.slice(0, earlierShownMax),
    views: views.slice(0, earlierShownMax),
    hasMore: quotes.length > earlierShownMax || views.length > earlierShownMax,
    until: until.toSorted((one, other) => one.getTime() - other.getTime())[0]?.toISOString() ?? null,
  };
}

function shown({ id, number, state, customerName, total, updatedAt, madeBy }: EarlierQuote): EarlierQuote {
  return { id, number, state, customerName, total, updatedAt, madeBy };
}
