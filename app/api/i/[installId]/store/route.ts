import { readComposerStore } from '@/lib/store/read-composer-store.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** The store as the composer needs it; `?anew` when the platform refused what the held copy allows. */
export const GET = readRoute((context, request) =>
  readComposerStore(context, { forceRefresh: new URL(request.url).searchParams.has('anew') }),
);
