import { listEarlierData } from '@/lib/imports/list-earlier-data.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** Lists data of earlier installations of the store that can still be imported. */
export const GET = readRoute((context) => listEarlierData(context));
