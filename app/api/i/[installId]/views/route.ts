import { listViews } from '@/lib/orders/views/list-views.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** Lists the saved views that the signed-in user can see. */
export const GET = readRoute((context) => listViews(context));
