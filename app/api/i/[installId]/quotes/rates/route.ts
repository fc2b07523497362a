import { readRateViews } from '@/lib/quotes/rate/set-rate.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** Returns the store's exchange rates, for the form that changes them. */
export const GET = readRoute('change_settings', (context) => readRateViews(context));
