import { z } from 'zod';
import { InstallId } from '@/lib/shared/ids';

/** As many as a list shows: one transaction can do that. */
export const earlierShownMax = 200;

const Ids = z
  .array(z.uuid())
  .max(earlierShownMax)
  .transform((ids) => [...new Set(ids)]);

/** Quotes and saved views that were left; where, is for the server to find. Input of both actions. */
export const EarlierDataCommand = z.object({ installId: InstallId, quotes: Ids, views: Ids });
export type EarlierDataCommand = z.infer<typeof EarlierDataCommand>;

/** How many of those that were asked for are in this install now, whoever brought them: twice the same is the same. */
export type ImportEarlierOutcome = {
  code: 'succeeded';
  status: 200;
  result: { quotes: number; views: number };
};

export type IgnoreEarlierOutcome = { code: 'succeeded'; status: 200 };
