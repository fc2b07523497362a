import { z } from 'zod';
import { InstallId } from '@/lib/shared/ids';

/**
 * Maximum number of quotes on the import screen and in one import; the same for saved views. This many can be moved in
 * one transaction.
 */
export const earlierShownMax = 200;

const Ids = z
  .array(z.uuid())
  .max(earlierShownMax)
  .transform((ids) => [...new Set(ids)]);

/**
 * Input of the two actions: to import, or to decline the import. The input has ids of quotes and saved views. The
 * server finds the earlier installation of each id.
 */
export const EarlierDataCommand = z.object({ installId: InstallId, quotes: Ids, views: Ids });
export type EarlierDataCommand = z.infer<typeof EarlierDataCommand>;

/**
 * Result of an import. `result` has the number of requested quotes and saved views that are in this install now, no
 * matter who imported them. The same import again returns the same result.
 */
export type ImportEarlierOutcome = {
  code: 'succeeded';
  status: 200;
  result: { quotes: number; views: number };
};

export type IgnoreEarlierOutcome = { code: 'succeeded'; status: 200 };
