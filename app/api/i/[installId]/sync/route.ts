import { readSyncHealth } from '@/lib/mirror/read-sync-health.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** How the mirror of the install is doing, for the screen of its sync. */
export const GET = readRoute((context) => readSyncHealth(context));
