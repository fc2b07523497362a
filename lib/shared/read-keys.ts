/**
 * Keys of what the screens of an install read, by part of the app; `all` holds the others of its part. In one file of
 * their own, since what keeps every screen current needs them and none of the reads.
 */
const partOf = <Part extends string>(installId: string, part: Part) => ['install', installId, part] as const;

export const ordersKeys = {
  all: (installId: string) => partOf(installId, 'orders'),
  lists: (installId: string) => [...ordersKeys.all(installId), 'list'] as const,
  list: (installId: string, filters: string) => [...ordersKeys.lists(installId), filters] as const,
  order: (installId: string, orderId: string) => [...ordersKeys.all(installId), 'one', orderId] as const,
};

/**
 * Bulk runs: `all` holds the numbers, read anew with each step of a run; `items` stands apart: a thousand rows each
 * second are more than a phone's line should carry.
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

/** Products with their stock, and the ledger of its movements. */
export const productsKeys = { all: (installId: string) => partOf(installId, 'products') };
export const homeKeys = { all: (installId: string) => partOf(installId, 'home') };
