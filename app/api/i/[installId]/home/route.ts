import { readHome } from '@/lib/home/read-home.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** What waits, what is left to set up, and what was done last. */
export const GET = readRoute((context) => readHome(context));
