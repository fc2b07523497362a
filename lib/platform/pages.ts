import { PlatformError } from './platform-error';
import type { Answer } from './ports';

/**
 * Iterates over the pages of a list: `for await (const page of pages((cursor) => client.listOrders({ limit: 100, cursor
 * })))`. A `break` in the loop ends the iteration. If the signal aborts, its reason is thrown before the next read.
 *
 * If `from` is the next_cursor of a page, the iteration starts after that page. So another process can continue an
 * iteration. Errors of `read` are thrown. platform: Pagination rules.
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
    // If the platform returns the same cursor twice, the iteration ends with an error. Without this check, the loop
    // would never end.
    if (body.next_cursor === cursor)
      throw new PlatformError('the list returned the same cursor twice', {
        status: 200,
        code: 'bad_answer',
        requestId,
      });
    cursor = body.next_cursor;
  }
}
