import { readHome } from '@/lib/home/read-home.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/**
 * Returns the data of the home screen except its chart. The data includes today's sales, the orders and
 * quotes that need work, cash, quotes, remaining set-up steps and the latest activity entries.
 */
export const GET = readRoute('read', (context) => readHome(context));
