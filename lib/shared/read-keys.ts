/**
 * Query keys of the client-side cache for the data of an install's screens, by part of the app. `all` is the prefix of
 * the other keys of its part. The keys are in a file of their own. So the code that updates every screen can import the
 * keys without the functions that read the data.
 */
const partOf = <Part extends string>(installId: string, part: Part) => ['install', installId, part] as const;

export const ordersKeys = {
  all: (installId: string) => partOf(installId, 'orders'),
  lists: (installId: string) => [...ordersKeys.all(installId), 'list'] as const,
  list: (installId: string, filters: string) => [...ordersKeys.lists(installId), filters] as const,
  /**
   * Cache key of the counts of the standard views. It begins like the keys of the lists, so a refresh of the lists also
   * refreshes the counts.
   */
  work: (installId: string) => [...ordersKeys.lists(installId), { counts: 'work' }] as const,
  order: (installId: string, orderId: string) => [...ordersKeys.all(installId), 'one', orderId] as const,
};

/**
 * Cache keys of bulk runs. `all` covers the counts, which are read again at each step of a run. `items` is not under
 * `all`, because reading a thousand items each second is too much for a phone's connection.
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

/** Cache keys of products with their stock, and of the ledger of stock movements. */
export const productsKeys = { all: (installId: string) => partOf(installId, 'products') };
export const homeKeys = { all: (installId: string) => partOf(installId, 'home') };
