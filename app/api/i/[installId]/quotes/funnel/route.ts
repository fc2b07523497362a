import { readFunnel } from '@/lib/quotes/read-quote.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** Returns the quote funnel: how many of the quotes that were first sent in the last 90 days reached each state. */
export const GET = readRoute('read', (context) => readFunnel(context));
