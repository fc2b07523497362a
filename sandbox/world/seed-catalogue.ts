import { type Vocabulary, vocabularies } from './catalogue-words';
import type { Random } from './random';
import type { ProductRecord, StoreRecord, VariantRecord } from './records';
import type { World } from './world';

const colors = ['#0f766e', '#b45309', '#7c3aed', '#be123c', '#1d4ed8', '#4d7c0f', '#a16207', '#334155'];

/**
 * Factors that convert a price of a vocabulary (SYP in Arabic, US cents in English) approximately to minor units of the
 * store's currency. If the store's currency is not in the table, the price is used unchanged.
 */
const priceFactors: Record<string, number> = { KWD: 0.0236, AED: 3.67 };

/** Returns the step of generated prices, in minor units. Every generated price is a multiple of this step. */
export function priceStepMinor(currency: string): number {
  return currency === 'SYP' ? 500 : 50;
}

/** Generates products with variants. Their creation dates are spread over the year before the sandbox started. */
export function seedCatalogue(
  world: World,
  store: StoreRecord,
  random: Random,
  count: number,
  endMs: number,
): void {
  const words = vocabularies[store.locale];
  const stepMs = Math.floor((365 * 86_400_000) / count);
  for (let index = 0; index < count; index++) {
    const at = new Date(endMs - (count - index) * stepMs + random.int(0, stepMs - 1)).toISOString();
    const category = words.categories[index % words.categories.length] ?? random.pick(words.categories);
    const brand = random.pick(words.brands);
    const name = nameOf(words, category, Math.floor(index / words.categories.length));
    world.products.put({
      id: world.newId('prod'),
      store_id: store.id,
      dsin: `DS${store.country}${random.int(10_000_000, 99_999_999)}`,
      name,
      status: random.weighted([
        [92, 'active'],
        [5, 'hidden'],
        [3, 'discontinued'],
      ] as const),
      brand,
      description: words.describe(name, brand),
      category: { id: `cat_${store.slug}_${words.categories.indexOf(category) + 1}`, name: category.name },
      image_color: random.pick(colors),
      variants: seedVariants(world, store, random, category, index + 1),
      created_at: at,
      updated_at: at,
    } satisfies ProductRecord);
  }
}

/**
 * Returns the name of a generated product, a noun with a quality. Names repeat only after every noun was combined with
 * every quality.
 */
function nameOf(words: Vocabulary, { nouns }: Vocabulary['categories'][number], position: number): string {
  const round = Math.floor(position / nouns.length);
  const place = position % nouns.length;
  const quality = words.qualities[(place + round) % words.qualities.length] ?? '';
  return words.name(nouns[place] ?? '', quality);
}

function seedVariants(
  world: World,
  store: StoreRecord,
  random: Random,
  category: Vocabulary['categories'][number],
  number: number,
): VariantRecord[] {
  const factor = priceFactors[store.currency] ?? 1;
  const step = priceStepMinor(store.currency);
  const rounded = (minor: number) => Math.max(1, Math.round(minor / step)) * step;
  const baseMinor = rounded(random.int(...category.priceMinor) * factor);
  const options = category.options.slice(0, random.int(1, category.options.length));
  return options.map((option, place): VariantRecord => {
    const priceMinor = rounded(baseMinor * (1 + 0.6 * place));
    return {
      id: world.newId('var'),
      name: option,
      sku: `${store.slug.slice(0, 3).toUpperCase()}-${String(number).padStart(3, '0')}-${place + 1}`,
      barcode: `${store.country === 'SY' ? '621' : '528'}${random.int(1_000_000_000, 9_999_999_999)}`,
      price_minor: priceMinor,
      compare_at_minor: random.chance(0.2) ? rounded(priceMinor * 1.25) : null,
      status: random.chance(0.97) ? 'active' : 'discontinued',
      attributes: { option },
      weight_gram: random.int(1, 40) * 50,
      stock: random.chance(0.08) ? 0 : random.int(3, 120),
      stock_policy: random.chance(0.1) ? 'continue' : 'deny',
    };
  });
}
