import type { ProductView } from '@/lib/catalogue/product-queries';

/** The facts of a product read that show whether the read includes a stock change of one variant. */
export type StockRead = {
  readAt: string;
  /** The time of the product's last change. The platform also sets it when stock changes (A24). */
  updatedAt: string | null;
  /** Stock of the variant in pieces; null if it is hidden or unknown. */
  stock: number | null;
};

/** A stock change that succeeded and that the product on the screen does not include yet. */
export type UnreadMove = {
  /** The product on the screen when the change was sent first. */
  before: StockRead;
  /** `readAt` of the newest known product read when the success of the change became known. */
  readAt: string;
};

/** The last unread stock change of each variant, by variant id. */
export type UnreadMoves = ReadonlyMap<string, UnreadMove>;

/** Returns the facts of the product on the screen for one variant. */
export function stockReadOf(
  { variants, readAt, updatedAt }: Pick<ProductView, 'variants' | 'readAt' | 'updatedAt'>,
  variantId: string,
): StockRead {
  const stock = variants.find(({ id }) => id === variantId)?.stock;
  return { readAt, updatedAt, stock: stock?.code === 'known' ? stock.quantity : null };
}

/** Adds the stock change of a variant. The unread changes of other variants stay. */
export function withMove(moves: UnreadMoves, variantId: string, move: UnreadMove): UnreadMoves {
  return new Map([...moves, [variantId, move]]);
}

/**
 * Removes the changes that the product on the screen includes. Returns the same map if it includes none of them.
 *
 * A read includes a change if it is newer than the newest read that was known at the success of the change. The second
 * condition is that the stock or the date of the last change differs from the values before the change. A read that
 * was already running when the change was sent is stored later, but has the old values.
 */
export function unreadMoves(moves: UnreadMoves, readOf: (variantId: string) => StockRead): UnreadMoves {
  const unread = [...moves].filter(([variantId, { before, readAt }]) => {
    const read = readOf(variantId);
    return read.readAt <= readAt || (read.stock === before.stock && read.updatedAt === before.updatedAt);
  });
  return unread.length === moves.size ? moves : new Map(unread);
}
