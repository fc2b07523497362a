import { busyResponse } from '@/lib/system/http/busy-response';
import { readSubscription } from '@/lib/webhooks/read-subscription.server';
import { platformReads } from '@/app/api/i/[installId]/platform-reads';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** Returns the webhook subscription, read from the platform for this request. */
export const GET = readRoute('read', (context) => {
  const waitSeconds = platformReads.take(context.installId);
  return waitSeconds > 0 ? Promise.resolve(busyResponse(waitSeconds)) : readSubscription(context);
});
