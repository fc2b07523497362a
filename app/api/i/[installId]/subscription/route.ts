import { readSubscription } from '@/lib/webhooks/read-subscription.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** Returns the webhook subscription, read from the platform for this request. */
export const GET = readRoute('read', (context) => readSubscription(context));
