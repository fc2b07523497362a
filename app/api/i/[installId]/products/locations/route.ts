import { listLocations } from '@/lib/inventory/list-locations.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/**
 * Lists the store's stock locations. They are collected from stock movements, because the platform has no list of
 * locations.
 */
export const GET = readRoute('read', (context) => listLocations(context), 'inventory:read');
