import { z } from 'zod';
import {
  type PrintChoice,
  printedOrdersMax,
  printKinds,
  printLanguages,
  printPapers,
} from '@/lib/orders/print/print-path';
import type { AppLocale } from '@/lib/shared/locale';

/** A query as Next gives it. */
export type GivenQuery = Record<string, string | string[] | undefined>;

/**
 * Which document is asked for; what is missing or unknown is a packing slip on A4 in the store's language, since others
 * than whoever prints it read it.
 */
export function readPrintChoice(query: GivenQuery, locale: AppLocale): PrintChoice {
  return z
    .object({
      kind: z.enum(printKinds).catch('packing_slip'),
      lang: z.enum(printLanguages).catch(locale),
      paper: z.enum(printPapers).catch('a4'),
    })
    .parse(query);
}

/** Which orders are asked for, each once, and how many of them are too many for one page. */
export function readPrintIds(query: GivenQuery): { orderIds: string[]; leftOut: number } {
  const given = z.string().max(20_000).catch('').parse(query.ids);
  const all = [...new Set(given.split(',').filter((id) => id !== ''))];
  return { orderIds: all.slice(0, printedOrdersMax), leftOut: Math.max(0, all.length - printedOrdersMax) };
}
