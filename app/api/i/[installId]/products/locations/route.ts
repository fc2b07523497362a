import { listLocations } from '@/lib/inventory/list-locations.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** Places of the store, as movements have shown them. */
export const GET = readRoute((context) => listLocations(context), 'inventory:read');
