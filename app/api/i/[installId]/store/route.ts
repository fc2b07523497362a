import { readComposerStore } from '@/lib/store/read-composer-store.server';
import { platformReads } from '@/app/api/i/[installId]/platform-reads';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/**
 * Returns the store data that the new order form needs. With `?refresh` the data is read from the platform and not from
 * the cached copy. The browser uses `?refresh` after the platform refused something that the cached copy allows. If the
 * install has used up its rate limit for such reads, the response is the cached copy.
 */
export const GET = readRoute('read', (context, request) => {
  const isAsked = new URL(request.url).searchParams.has('refresh');
  return readComposerStore(context, {
    forceRefresh: isAsked && platformReads.take(context.installId) === 0,
  });
});
