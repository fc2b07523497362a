import { listViews } from '@/lib/orders/views/list-views.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** The saved views of whoever asks. */
export const GET = readRoute((context) => listViews(context));
