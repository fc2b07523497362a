import { readRenewal } from '@/lib/quotes/rate/renew-quotes.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** Returns the quotes whose price must be updated, with the old and the new total of each. */
export const GET = readRoute('agree_prices', (context) => readRenewal(context));
