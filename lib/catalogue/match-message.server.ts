import 'server-only';
import { catalogueHit } from '@/lib/catalogue/catalogue-hit';
import type { CatalogueHit } from '@/lib/catalogue/catalogue-view';
import { evaluateItem } from '@/lib/catalogue/evaluate-item';
import type { MatchMessageCommand, MessageMatch } from '@/lib/catalogue/message-match';
import { readCatalogueState } from '@/lib/catalogue/read-catalogue-state.server';
import { type MessageItem, readMessage } from '@/lib/catalogue/read-message';
import { splitJoined } from '@/lib/catalogue/split-joined';
import { stemOf } from '@/lib/catalogue/word-likeness';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { Product, Variant } from 'commerce-platform-client/contract/products';
import type { Tx } from '@/lib/system/db';

/** Maximum number of products that the database query returns for each item of a message. */
const productsMax = 25;

/**
 * Maximum number of product names that are searched for one message. The same maximum applies to product
 * codes. There is a limit because each name needs up to three searches, and a longer name takes more time.
 */
const namesMax = 60;
/**
 * Maximum length of all names together that are searched for one message, in characters after folding (foldText). A
 * limit for the length of the message is not enough, because folding can replace one character by 18 (U+FDFA).
 */
const foldedMax = 10_000;

/**
 * Searches the mirror (our copy of the platform's data) for the products that the items of a customer's message may
 * mean. A user then reviews the result. Nothing is written.
 */
export async function matchMessage(
  context: Pick<InstallContext, 'installId' | 'db' | 'scopes'>,
  { text }: MatchMessageCommand,
): Promise<MessageMatch> {
  const items = readMessage(text);
  return context.db.transaction(async (tx): Promise<MessageMatch> => {
    const state = await readCatalogueState(tx, context);
    if (state === 'forbidden') return { code: 'missing_scope', status: 403 };
    const hits = await findLike(tx, context, items);
    return {
      code: 'matched',
      status: 200,
      isPartial: state === 'partial',
      items: splitJoined(items, hits).map((item) => evaluateItem(item, hits)),
    };
  });
}

type Row = { product_id: string; product: unknown; variant: unknown };

/**
 * Reads all variants that any item of the message may mean. The search is a statement of its own, because a Citus
 * cluster sends a statement that reads products to a node, and match_products cannot run there.
 */
async function findLike(
  tx: Tx,
  { installId, scopes }: Pick<InstallContext, 'installId' | 'scopes'>,
  items: readonly MessageItem[],
): Promise<CatalogueHit[]> {
  if (items.length === 0) return [];
  const names = [...new Map(boundedNames(items).map((words) => [words.join(' '), stemsOf(words)]))];
  const codes = items.flatMap(({ words }) =>
    words.map(({ folded }) => folded).filter((word) => /\d/.test(word)),
  );
  const found = await tx.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT id FROM match_products(${names.map(([name]) => name)}, ${names.map(([, stems]) => stems)},
      ${[...new Set(codes)].slice(0, namesMax)}, ${productsMax}::integer)`;
  if (found.length === 0) return [];
  const rows = await tx.$queryRaw<Row[]>`
    SELECT p.id AS product_id, p.document - 'description' - 'images' AS product, v.document AS variant
    FROM unnest(${found.map(({ id }) => id)}::text[]) AS f (id)
    JOIN products p ON p.install_id = ${installId} AND p.id = f.id AND p.deleted_at IS NULL
    JOIN variants v ON v.install_id = ${installId} AND v.product_id = f.id
    ORDER BY p.id, v.position, v.id`;
  const products = new Map<string, Product>();
  return rows.map((row) => {
    const product = products.get(row.product_id) ?? Product.parse(row.product);
    products.set(row.product_id, product);
    return catalogueHit(product, Variant.parse(row.variant), scopes.has('inventory:read'));
  });
}

/**
 * Returns the names that are searched: at most 60 names, with 10,000 characters together. The complete names of all
 * items are first, in the sequence of the message. The parts of names follow. If the parts of names came first, one
 * long item could use up the limit, and later items would not be searched.
 */
export function boundedNames(items: readonly MessageItem[]): string[][] {
  const names = items.map(namesOf);
  const ordered = [
    ...names.flatMap((ofItem) => ofItem.slice(0, 1)),
    ...names.flatMap((ofItem) => ofItem.slice(1)),
  ];
  let folded = 0;
  return ordered
    .filter((words) => {
      const length = words.join(' ').length;
      if (folded + length > foldedMax) return false;
      folded += length;
      return true;
    })
    .slice(0, namesMax);
}

/**
 * Returns the names that are searched for an item: all its words as one name. If a word may begin with the Arabic "and"
 * (و), the parts before and after this "and" are further names.
 */
function namesOf({ words }: MessageItem): string[][] {
  const parts: string[][] = [[]];
  for (const { folded, mayJoin } of words) {
    if (mayJoin) parts.push([folded.slice(1)]);
    else parts.at(-1)?.push(folded);
  }
  const whole = words.map(({ folded }) => folded);
  return [whole, ...(parts.length > 1 ? parts : [])].filter((name) => name.length > 0);
}

/**
 * Returns the stems of the words that a matching product name probably contains, separated by spaces. Stems of one or
 * two letters are left out, because they occur in too many names.
 */
const stemsOf = (words: readonly string[]) =>
  words
    .map((word) => stemOf(word).replace(/[^\p{L}\p{N}]/gu, ''))
    .filter((stem) => stem.length > 2)
    .join(' ');
