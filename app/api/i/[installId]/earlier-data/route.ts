import { listEarlierData } from '@/lib/imports/list-earlier-data.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** Lists the data that can still be imported from the store's earlier installations of the app. */
export const GET = readRoute('change_settings', (context) => listEarlierData(context));
