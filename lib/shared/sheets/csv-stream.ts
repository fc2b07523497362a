import { byteOrderMark } from '@/lib/shared/sheets/csv';

type CsvSource<Row> = {
  header: string;
  pages: AsyncGenerator<Row[], void, unknown>;
  toLines: (rows: Row[]) => string;
  /** Signal that is aborted if the client stops reading the response. */
  signal: AbortSignal;
};

/**
 * Returns a CSV file in UTF-8 as a stream. One page of rows is read at a time, and only as fast as the client
 * reads the stream. The promise is resolved after the first page has been read. If a later page cannot be
 * read, the stream fails. The client then sees that the file is incomplete.
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
        // A page without rows is skipped. If `pull` adds nothing to the stream, the stream does not call `pull` again.
        if (page.value.length > 0) return controller.enqueue(encoder.encode(toLines(page.value)));
      }
    },
    async cancel() {
      await pages.return(undefined);
    },
  });
}
