import { readFunnel } from '@/lib/quotes/read-quote.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** Returns the outcomes of the quotes that were first sent in the last 90 days. */
export const GET = readRoute((context) => readFunnel(context));
