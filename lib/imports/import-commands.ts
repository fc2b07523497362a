import { z } from 'zod';
import { InstallId } from '@/lib/shared/ids';

/**
 * Maximum number of quotes that the import screen lists, and that one import command may contain. The same maximum
 * applies to saved views. One transaction can move that many.
 */
export const earlierShownMax = 200;

const Ids = z
  .array(z.uuid())
  .max(earlierShownMax)
  .transform((ids) => [...new Set(ids)]);

/**
 * Input of the two actions that import or decline: ids of quotes and saved views of earlier installs. The server finds
 * the earlier install of each id.
 */
export const EarlierDataCommand = z.object({ installId: InstallId, quotes: Ids, views: Ids });
export type EarlierDataCommand = z.infer<typeof EarlierDataCommand>;

/**
 * Outcome of an import. `result` counts the requested quotes and saved views that are in this install now, no matter
 * who imported them. A repeated command returns the same result.
 */
export type ImportEarlierOutcome = {
  code: 'succeeded';
  status: 200;
  result: { quotes: number; views: number };
};

export type IgnoreEarlierOutcome = { code: 'succeeded'; status: 200 };
