import { readSyncView } from '@/lib/mirror/health/read-sync-view.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** Returns the health of the install's mirror (our copy of the store's data), for the connection screens. */
export const GET = readRoute('read', (context) => readSyncView(context));
