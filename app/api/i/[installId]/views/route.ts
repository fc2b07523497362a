import { listViews } from '@/lib/orders/views/list-views.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** Lists the saved views of the orders list that the signed-in user may see. */
export const GET = readRoute('read', (context) => listViews(context));
