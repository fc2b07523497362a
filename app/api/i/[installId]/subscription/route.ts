import { readSubscription } from '@/lib/webhooks/read-subscription.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** The webhook subscription, as the platform has it now. */
export const GET = readRoute((context) => readSubscription(context));
