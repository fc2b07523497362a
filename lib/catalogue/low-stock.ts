/** The values of the stock filter of the product list. */
export const stockFilters = ['low'] as const;

/** Highest stock of a variant, in pieces, that counts as low. A variant without stock is sold out, and not low. */
export const lowStockMax = 5;
