import { readHome } from '@/lib/home/read-home.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** Returns the home screen: waiting work, remaining set-up steps and the latest activity entries. */
export const GET = readRoute((context) => readHome(context));
