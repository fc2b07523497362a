import 'server-only';
import { leftShownMax } from '@/lib/imports/import-commands';
import type { LeftQuote, LeftThings, LeftViewItem } from '@/lib/imports/earlier-data';
import { listPeople } from '@/lib/installs/list-people.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { listLeftViews } from '@/lib/orders/views/list-earlier-views.server';
import { sharedOwner } from '@/lib/orders/views/list-views.server';
import { listLeftQuotes } from '@/lib/quotes/list-earlier-quotes.server';
import { tenantDb } from '@/lib/system/db';
import { findLeftInstalls } from '@/lib/system/earlier-installs';

/** What earlier installs of this store left and still hold, but for what somebody has said is to stay there. */
export async function listLeft(context: Pick<InstallContext, 'installId' | 'actor'>): Promise<LeftThings> {
  const { installId, actor } = context;
  const quotes: LeftQuote[] = [];
  const views: LeftViewItem[] = [];
  const until: Date[] = [];
  const left = await findLeftInstalls(installId);
  const people = left.length > 0 ? (await listPeople(installId)).people : [];
  const ownerOf = (owner: string): LeftViewItem['owner'] => {
    if (owner === sharedOwner) return { kind: 'everybody' };
    if (owner === actor?.sub) return { kind: 'own' };
    return { kind: 'somebody', name: people.find(({ sub }) => sub === owner)?.name ?? null };
  };
  for (const old of left) {
    const held = await tenantDb(old.installId).transaction(async (tx) => ({
      quotes: await listLeftQuotes(tx, old.installId, leftShownMax + 1),
      views: await listLeftViews(tx, old.installId, leftShownMax + 1),
    }));
    quotes.push(...held.quotes.map(shown));
    views.push(...held.views.map(({ id, name, owner }) => ({ id, name, owner: ownerOf(owner) })));
    if (held.quotes.length + held.views.length > 0) until.push(old.until);
  }
  return {
    quotes: quotes.slice(0, leftShownMax),
    views: views.slice(0, leftShownMax),
    hasMore: quotes.length > leftShownMax || views.length > leftShownMax,
    until: until.toSorted((one, other) => one.getTime() - other.getTime())[0]?.toISOString() ?? null,
  };
}

function shown({ id, number, state, customerName, total, updatedAt, madeBy }: LeftQuote): LeftQuote {
  return { id, number, state, customerName, total, updatedAt, madeBy };
}
