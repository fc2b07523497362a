import { listEarlierData } from '@/lib/imports/list-earlier-data.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** Lists the data of the store's earlier installations that can still be imported. */
export const GET = readRoute('change_settings', (context) => listEarlierData(context));
