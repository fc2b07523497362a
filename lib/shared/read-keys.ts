/**
 * Keys of the browser's cache for the data of screens, by part of the app. Every key of a part begins with the key
 * `all` of this part. This file imports no function that reads data, so code that only refreshes screens does not load
 * such functions.
 */
const partOf = <Part extends string>(installId: string, part: Part) => ['install', installId, part] as const;

export const ordersKeys = {
  all: (installId: string) => partOf(installId, 'orders'),
  lists: (installId: string) => [...ordersKeys.all(installId), 'list'] as const,
  list: (installId: string, filters: string) => [...ordersKeys.lists(installId), filters] as const,
  /**
   * Key of a search in the command palette. It begins like the keys of the orders lists, so a refresh of the lists also
   * refreshes what the palette shows.
   */
  found: (installId: string, q: string) => [...ordersKeys.lists(installId), { found: q }] as const,
  /**
   * Key of the counts of the standard views. It begins like the keys of the orders lists, so a refresh of the lists
   * also refreshes the counts.
   */
  work: (installId: string) => [...ordersKeys.lists(installId), { counts: 'work' }] as const,
  order: (installId: string, orderId: string) => [...ordersKeys.all(installId), 'one', orderId] as const,
};

/**
 * Keys of bulk runs. While a run is in progress, the app refreshes everything under the key `all`, including the counts
 * of the run. The key `items` is not under `all`, because many phones are too slow to read a thousand items every
 * second.
 */
export const bulkKeys = {
  all: (installId: string) => partOf(installId, 'runs'),
  items: (installId: string, runId: string) => [...partOf(installId, 'runItems'), runId] as const,
  run: (installId: string, runId: string) => [...bulkKeys.all(installId), 'one', runId] as const,
};

export const quotesKeys = {
  all: (installId: string) => partOf(installId, 'quotes'),
  lists: (installId: string) => [...quotesKeys.all(installId), 'list'] as const,
  quote: (installId: string, quoteId: string) => [...quotesKeys.all(installId), 'one', quoteId] as const,
};

export const activityKeys = { all: (installId: string) => partOf(installId, 'activity') };

/** Keys of products, with their stock and stock movements. */
export const productsKeys = { all: (installId: string) => partOf(installId, 'products') };
export const homeKeys = { all: (installId: string) => partOf(installId, 'home') };

/** Keys of the cash notebook. */
export const cashKeys = { all: (installId: string) => partOf(installId, 'cash') };
