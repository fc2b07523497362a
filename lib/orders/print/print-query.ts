import { z } from 'zod';
import {
  type PrintChoice,
  printedOrdersMax,
  printKinds,
  printLanguages,
  printPapers,
} from '@/lib/shared/orders/print-path';
import { type AppLocale, baseLocale } from '@/lib/shared/locale';

/** Type of the query parameters that Next passes to a page. */
export type GivenQuery = Record<string, string | string[] | undefined>;

/**
 * Reads from the URL which document a user wants to print. A missing or unknown value becomes the default: a packing
 * slip, on A4, in the store's language. The user's own language is not the default, because another person often reads
 * the document.
 */
export function readPrintChoice(query: GivenQuery, locale: AppLocale): PrintChoice {
  return z
    .object({
      kind: z.enum(printKinds).catch('packing_slip'),
      lang: z.enum(printLanguages).catch(baseLocale(locale)),
      paper: z.enum(printPapers).catch('a4'),
    })
    .parse(query);
}

/**
 * Reads the ids of the orders to print from the URL, without duplicates. `leftOut` is the number of requested orders
 * that do not fit on the print page.
 */
export function readPrintIds(query: GivenQuery): { orderIds: string[]; leftOut: number } {
  const given = z.string().max(20_000).catch('').parse(query.ids);
  const all = [...new Set(given.split(',').filter((id) => id !== ''))];
  return { orderIds: all.slice(0, printedOrdersMax), leftOut: Math.max(0, all.length - printedOrdersMax) };
}
