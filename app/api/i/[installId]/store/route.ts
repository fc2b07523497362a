import { readComposerStore } from '@/lib/store/read-composer-store.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/**
 * Returns the store data that the new order form needs. With `?refresh` the data is read from the platform and not from
 * the cached copy. The browser uses `?refresh` after the platform refused something that the cached copy allows.
 */
export const GET = readRoute('read', (context, request) =>
  readComposerStore(context, { forceRefresh: new URL(request.url).searchParams.has('refresh') }),
);
