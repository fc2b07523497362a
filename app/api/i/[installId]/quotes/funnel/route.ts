import { readFunnel } from '@/lib/quotes/read-quote.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** What became of the quotes of the last 90 days. */
export const GET = readRoute((context) => readFunnel(context));
