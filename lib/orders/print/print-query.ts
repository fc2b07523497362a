import { z } from 'zod';
import {
  type PrintChoice,
  printedOrdersMax,
  printKinds,
  printLanguages,
  printPapers,
} from '@/lib/orders/print/print-path';
import type { AppLocale } from '@/lib/shared/locale';

/** The type of a query in Next. */
export type GivenQuery = Record<string, string | string[] | undefined>;

/**
 * Parses which document is requested. A missing or unknown value becomes a packing slip on A4 in the store's language,
 * because the reader is often not the user who prints it.
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

/** Parses which orders are requested, each once. `leftOut` is how many exceed the limit of one page. */
export function readPrintIds(query: GivenQuery): { orderIds: string[]; leftOut: number } {
  const given = z.string().max(20_000).catch('').parse(query.ids);
  const all = [...new Set(given.split(',').filter((id) => id !== ''))];
  return { orderIds: all.slice(0, printedOrdersMax), leftOut: Math.max(0, all.length - printedOrdersMax) };
}
