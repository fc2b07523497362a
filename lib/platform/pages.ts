import { PlatformError } from '@/lib/platform/platform-error';
import type { Answer } from '@/lib/platform/read-answer';

/**
 * The pages of a list, one after another: `for await (const page of pages((cursor) => client.listOrders({ limit: 100,
 * cursor })))`. Stops by break, or with the signal's reason before the next read; a page's next_cursor as `from` goes
 * on behind it, in another process too. Throws what `read` throws. platform: Pagination rules.
 */
export async function* pages<Page extends { next_cursor: string | null }>(
  read: (cursor: string | undefined) => Promise<Answer<Page>>,
  options: { from?: string | undefined; signal?: AbortSignal | undefined } = {},
): AsyncGenerator<Page, void, undefined> {
  let cursor = options.from;
  for (;;) {
    options.signal?.throwIfAborted();
    const { body, requestId } = await read(cursor);
    yield body;
    if (body.next_cursor === null) return;
    // It would go round for ever.
    if (body.next_cursor === cursor)
      throw new PlatformError('a page that follows itself', { status: 200, code: 'bad_answer', requestId });
    cursor = body.next_cursor;
  }
}
