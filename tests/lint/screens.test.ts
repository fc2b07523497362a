import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { sections } from '@/components/frame/sections';
import { root } from '@/tests/stages/stage';

const folder = 'app/(admin)/i/[installId]';
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** The paths of all screens of the store admin, below the path of the install. The home screen has an empty path. */
const paths = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
  .filter((file) => path.basename(file) === 'page.tsx')
  .map((file) => `/${path.dirname(file)}`.replace('/.', ''));

/** The screens of the navigation, and those that only the command palette offers (layout.tsx). */
const listed = new Set<string>([
  ...sections.map((section) => section.path),
  ...[...read(`${folder}/layout.tsx`).matchAll(/\bpath: '([^']+)'/g)].map(([, place = '']) => place),
]);

/** Each other screen, with the component that links to it, and the text of the link in the source. */
const parents: Record<string, { file: string; link: string }> = {
  '/deliveries/[sheetId]': { file: 'deliveries/sheets-screen.tsx', link: '`/deliveries/${id}`' },
  '/deliveries/new': { file: 'orders/list/bulk/use-bulk-entries.tsx', link: 'newSheetPath(' },
  '/orders/[orderId]': {
    file: 'orders/list/order-table-row.tsx',
    link: '`/orders/${encodeURIComponent(row.id)}`',
  },
  '/products/[productId]': { file: 'products/product-table-row.tsx', link: 'productPath(id)' },
  '/quotes/[quoteId]': { file: 'quotes/list/quote-table-row.tsx', link: 'quotePath(quote)' },
  '/quotes/[quoteId]/edit': { file: 'quotes/detail/edit-quote-link.tsx', link: 'quoteEditPath(quoteId)' },
  '/runs': { file: 'orders/list/orders-menu.tsx', link: "installPath(installId, '/runs')" },
  '/runs/[runId]': { file: 'operations/runs-screen.tsx', link: '`/runs/${run.runId}`' },
  '/settings/import': { file: 'imports/earlier-data-line.tsx', link: "'/settings/import'" },
};

it('each screen is in the navigation or the command palette, or another screen links to it', () => {
  expect(paths).toContain('');
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((place) => !listed.has(place)).toSorted()).toEqual(Object.keys(parents).toSorted());
});

it.each(Object.entries(parents))('another screen links to the screen %s', (_, { file, link }) => {
  expect(read(`components/${file}`)).toContain(link);
});
