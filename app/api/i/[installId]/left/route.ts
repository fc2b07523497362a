import { listEarlierData } from '@/lib/imports/list-earlier-data.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** What earlier installs of the store left and it may still have. */
export const GET = readRoute((context) => listEarlierData(context));
