import { busyResponse } from '@/lib/system/http/busy-response';
import { isOwnOrigin } from '@/lib/system/http/origin';
import { createTokenBuckets } from '@/lib/system/http/token-buckets';
import { answer, type Read, readRoute } from '@/app/api/i/[installId]/read-route';

/**
 * Rate limit that the previews and postings of an install share: a burst of 30, then 30 a minute (S13). The limit
 * exists because a preview or a posting looks up to 5,100 lines in the mirror.
 */
const budget = createTokenBuckets({ capacity: 30, refillPerSecond: 30 / 60, keysMax: 10_000 });

/**
 * Wraps the handler of a request with a remittance sheet (a carrier's list of orders and amounts). It makes the same
 * checks as readRoute and accepts only requests from the app's own pages. The user needs the right `post_cash`. If the
 * install has used up its rate limit for sheets, the response is 429.
 */
export function sheetRoute(read: Read<{ installId: string }>) {
  return readRoute('post_cash', async (context, request, params) => {
    if (!isOwnOrigin(request.headers)) return answer(403, 'foreign_origin');
    const waitSeconds = budget.take(context.installId);
    return waitSeconds > 0 ? busyResponse(waitSeconds) : read(context, request, params);
  });
}
