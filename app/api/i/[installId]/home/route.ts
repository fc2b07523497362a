import { readHome } from '@/lib/home/read-home.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/**
 * Returns the data of the home screen except its chart. It has today's sales, the orders and quotes that need
 * work, and the cash to collect. It also has the remaining set-up steps and the latest activity entries.
 */
export const GET = readRoute('read', (context) => readHome(context));
