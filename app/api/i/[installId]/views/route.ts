import { listViews } from '@/lib/orders/views/list-views.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** Lists the saved views of the orders list, as far as the signed-in user may see them. */
export const GET = readRoute('read', (context) => listViews(context));
