import { readSyncView } from '@/lib/mirror/health/read-sync-view.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** How the mirror of the install is doing, for the screen of its sync. */
export const GET = readRoute((context) => readSyncView(context));
