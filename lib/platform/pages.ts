import { PlatformError } from '@/lib/platform/platform-error';
import type { Answer } from '@/lib/platform/read-answer';

/**
 * Iterates over the pages of a list: `for await (const page of pages((cursor) => client.listOrders({ limit: 100, cursor
 * })))`. The iteration ends with a break, or with the signal's reason before the next read.
 *
 * With a page's next_cursor as `from` it continues after that page, also in another process. Throws what `read` throws.
 * platform: Pagination rules.
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
    // Without this check the loop would never end.
    if (body.next_cursor === cursor)
      throw new PlatformError('the list returned the same cursor twice', {
        status: 200,
        code: 'bad_answer',
        requestId,
      });
    cursor = body.next_cursor;
  }
}
