import { listLocations } from '@/lib/inventory/list-locations.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** Lists the store's locations, as learned from stock movements. */
export const GET = readRoute((context) => listLocations(context), 'inventory:read');
