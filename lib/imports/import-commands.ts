import { z } from 'zod';
import { InstallId } from 'commerce-platform-client/contract/ids';

/**
 * Maximum number of quotes on the import screen and in one import. The same maximum applies to saved views. One
 * transaction moves all quotes and views of an import, so their number is limited.
 */
export const earlierShownMax = 200;

const Ids = z
  .array(z.uuid())
  .max(earlierShownMax)
  .transform((ids) => [...new Set(ids)]);

/**
 * Input of two actions: the import, and the decision not to import. `quotes` and `views` contain ids. The server finds
 * the earlier installation to which each id belongs.
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
