import { readComposerStore } from '@/lib/store/read-composer-store.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/**
 * Returns the store facts that the composer needs. `?refresh` reads the platform again, for use after the platform
 * refused something that the cached copy allows.
 */
export const GET = readRoute((context, request) =>
  readComposerStore(context, { forceRefresh: new URL(request.url).searchParams.has('refresh') }),
);
