import { beforeAll, describe, expect, it } from 'vitest';
import { matchMessage } from '@/lib/catalogue/match-message.server';
import { searchCatalogue } from '@/lib/catalogue/search-catalogue.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { hasTrigram, holdsPattern } from '@/lib/shared/search-patterns';
import { explainedDb, type PlanNode } from '@/tests/support/mirror/explained-db';
import { insertManyProducts } from '@/tests/support/mirror/many-products';
import { fillTwoMirrors, large, small } from '@/tests/support/mirror/two-mirrors';

const filled = fillTwoMirrors(insertManyProducts, { small: 300, large: 12_000 });

const scanned = (nodes: PlanNode[]) =>
  nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']);
const indexesOf = (nodes: PlanNode[]) =>
  [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))].sort();

const codes = ['products_by_dsin', 'products_by_start', 'variants_by_barcode', 'variants_by_sku'];

describe.each([
  ['with statistics', async () => {}],
  [
    'without statistics',
    async () =>
      void (await filled.superuser.query(
        `DELETE FROM pg_statistic WHERE starelid = ANY(ARRAY['products', 'variants']::regclass[])`,
      )),
  ],
])('%s', (_, prepare) => {
  beforeAll(prepare);

  it.each(['', 'غار', 'صابون غار', 'soap', 'so', '6210000000005', 'DSSY1000007', 'zzzqqq'])(
    'PRO-1: %j reads products and variants by key, without a full table scan',
    async (text) => {
      for (const installId of [large, small]) {
        const nodes: PlanNode[] = [];
        const context = contextOf(installId, (more) => nodes.push(...more));
        await searchCatalogue(context, text);
        expect(scanned(nodes)).toEqual([]);
        expect(indexesOf(nodes)).toContain('variants_install_id_product_id_position_idx');
        if (text === '') expect(indexesOf(nodes)).toContain('products_newest');
      }
    },
  );

  it.each([
    ['a word', 'غار', ['products_search']],
    ['two words', 'غار بلدي', ['products_search']],
    ['a word nobody has', 'zzzqqq', ['products_search']],
    ['a part of a barcode', '00002341', ['products_search']],
    ['two letters that no name begins with', 'zz', ['products_newest']],
    ['a word that many names begin with', 'صابون', []],
    ['a barcode', '6210000000005', []],
  ])('%s is found with indexes only', async (_name, text, more) => {
    const patterns = text.split(' ').map(holdsPattern);
    const nodes = await filled.nodesWithin(large, 'SELECT * FROM search_products($1, $2, $3, 40)', [
      patterns,
      text,
      hasTrigram(patterns),
    ]);
    expect(scanned(nodes)).toEqual([]);
    expect(indexesOf(nodes).filter((name) => name !== 'products_pkey')).toEqual([...codes, ...more].sort());
    const searched = nodes.find((node) => node['Index Name'] === 'products_search');
    if (searched) expect(searched['Index Cond']).toMatch(/install_id \|\| .*= .*search_key ~~/);
  });

  it('the codes of a pasted sheet are all looked up with an index', async () => {
    const nodes = await filled.nodesWithin(large, 'SELECT * FROM find_variants_by_code($1)', [
      ['sku-7-1', '6210000000033', 'nobody'],
    ]);
    expect(indexesOf(nodes)).toEqual(['variants_by_barcode', 'variants_by_sku']);
    expect(scanned(nodes)).toEqual([]);
  });

  it("an item of a customer's message is found with indexes only, by its words or by similarity", async () => {
    for (const [item, stem, index] of [
      ['صابونه غار', 'صابون غار', 'products_search'],
      ['صابوون غااار', 'صابوون غااار', 'products_alike'],
    ]) {
      const nodes = await filled.nodesWithin(large, 'SELECT * FROM match_products($1, $2, $3, 25)', [
        [item],
        [stem],
        ['x7'],
      ]);
      expect(scanned(nodes)).toEqual([]);
      expect(indexesOf(nodes)).toEqual(
        expect.arrayContaining([index, 'variants_by_barcode', 'variants_by_sku']),
      );
    }
    const nodes: PlanNode[] = [];
    const context = contextOf(large, (more) => nodes.push(...more));
    await matchMessage(context, { installId: large, text: 'صابونة غار 2' });
    expect(scanned(nodes)).toEqual([]);
  });
});

function contextOf(installId: InstallId, onPlan: (nodes: PlanNode[]) => void) {
  const context = { installId, db: explainedDb(installId, onPlan), scopes: new Set<string>() };
  // The mirror (the app's copy of the store's data) is complete for this install. So the search never calls the
  // platform, and the test needs no platform client.
  return context as typeof context & Parameters<typeof searchCatalogue>[0];
}
