import { afterAll, beforeAll, expect, it } from 'vitest';
import { matchMessage } from '@/lib/catalogue/match-message.server';
import type { MatchedItem } from '@/lib/catalogue/message-match';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { foldText } from '@/lib/shared/fold-text';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { installContext } from '@/tests/support/integration/install-context';
import { mirrorCatalogue } from '@/tests/support/mirror/mirror-catalogue';
import { type ExpectedLine, messageCorpus } from './message-corpus';

let world: AppWorld;
const contexts = {} as Record<'ar' | 'en', InstallContext>;
/** What the catalogues have: names of products, each with the names of its variants. */
const catalogues = { ar: new Map<string, string[]>(), en: new Map<string, string[]>() };

beforeAll(async () => {
  world = await startAppWorld();
  for (const [store, locale] of (['ar', 'en'] as const).entries()) {
    contexts[locale] = await installContext(await world.install({ store }));
    for (const { name, variants } of await mirrorCatalogue(contexts[locale]))
      catalogues[locale].set(
        name ?? '',
        (variants ?? []).map((variant) => variant.name ?? ''),
      );
  }
});
afterAll(() => world.stop());

async function read(locale: 'ar' | 'en', text: string): Promise<MatchedItem[]> {
  const { installId } = contexts[locale];
  const match = await matchMessage(contexts[locale], { installId, text });
  if (match.code !== 'matched') throw new Error(match.code);
  return match.items;
}

/** Whether an item is what the line expects: the product or, where it is open, several of its kind; how many; the pack. */
function isLine(item: MatchedItem, line: ExpectedLine, catalogue: Map<string, string[]>): boolean {
  const { product, option, quantity } = line;
  if (product === null) return item.code === 'none' && item.quantity === quantity;
  const [first] = item.candidates;
  if (!first) return false;
  if (line.open)
    return (
      item.code === 'candidates' &&
      item.quantity === quantity &&
      foldText(first.hit.productName).includes(foldText(product))
    );
  if (first.hit.productName !== product) return false;
  const options = catalogue.get(product) ?? [];
  // Of a size that this product has not, none is simply taken; how many of another make it up is for the reader.
  if (option && !options.includes(option)) return item.code === 'candidates';
  if (item.quantity !== quantity) return false;
  if (option) return first.hit.variantName === option && item.code === 'hit';
  // Nothing is said of the size: all that this product has are offered first.
  return (
    item.code === 'hit' ||
    item.candidates.slice(0, options.length).every(({ hit }) => hit.productName === product)
  );
}

it('each product that the corpus names is in the catalogue', () => {
  const named = messageCorpus.flatMap(({ store, lines }) =>
    lines.flatMap(({ product, open }) => (product && !open ? [{ store, product }] : [])),
  );
  expect(named.filter(({ store, product }) => !catalogues[store].has(product))).toEqual([]);
  expect(messageCorpus).toHaveLength(100);
});

it('ux: of a hundred messages most lines are found, and most messages whole', async () => {
  let found = 0;
  let whole = 0;
  const missed: string[] = [];
  for (const { store, text, lines } of messageCorpus) {
    const items = await read(store, text);
    const taken = new Set<MatchedItem>();
    for (const line of lines) {
      const item = items.find((one) => !taken.has(one) && isLine(one, line, catalogues[store]));
      if (item) taken.add(item);
      else
        missed.push(
          `${JSON.stringify(text)}: ${line.quantity} × ${line.product ?? '-'} ${line.option ?? ''}`,
        );
    }
    found += taken.size;
    // What is neither found nor counted is left out of the review's lines, so it is no mistake.
    const tooMuch = items.filter((item) => !taken.has(item) && (item.code !== 'none' || item.isQuantitySaid));
    for (const { text: name, quantity, code } of tooMuch)
      missed.push(`${JSON.stringify(text)}: too much: ${quantity} × ${name} (${code})`);
    if (taken.size === lines.length && tooMuch.length === 0) whole++;
  }
  const total = messageCorpus.reduce((sum, { lines }) => sum + lines.length, 0);
  process.stdout.write(
    `message-matching: ${found} of ${total} lines found, ${whole} of ${messageCorpus.length} messages whole\n${missed.join('\n')}\n`,
  );
  // 147 and 97 were reached when this was written.
  expect(found).toBeGreaterThanOrEqual(142);
  expect(whole).toBeGreaterThanOrEqual(92);
});
