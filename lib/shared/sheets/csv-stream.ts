import { byteOrderMark } from '@/lib/shared/sheets/csv';

type CsvSource<Row> = {
  header: string;
  pages: AsyncGenerator<Row[], void, unknown>;
  toLines: (rows: Row[]) => string;
  /** This signal aborts if the client stops reading the response. */
  signal: AbortSignal;
};

/**
 * Returns a CSV file in UTF-8 as a stream. Pages are read one at a time, and only as fast as the client reads the
 * stream. When the promise resolves, the first page has been read. If a later page cannot be read, the stream fails, so
 * that nobody takes an incomplete file for a complete one.
 */
export async function csvStream<Row>({
  header,
  pages,
  toLines,
  signal,
}: CsvSource<Row>): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let waiting: string | null = byteOrderMark + header + toLines((await pages.next()).value ?? []);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (waiting !== null) {
        controller.enqueue(encoder.encode(waiting));
        waiting = null;
        return;
      }
      for (;;) {
        if (signal.aborted) throw signal.reason;
        const page = await pages.next();
        if (page.done) return controller.close();
        // If a page has no rows, the loop reads the next page, because the stream does not call pull again if pull has
        // enqueued nothing.
        if (page.value.length > 0) return controller.enqueue(encoder.encode(toLines(page.value)));
      }
    },
    async cancel() {
      await pages.return(undefined);
    },
  });
}
