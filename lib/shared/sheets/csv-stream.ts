import { byteOrderMark } from '@/lib/shared/sheets/csv';

type CsvSource<Row> = {
  header: string;
  pages: AsyncGenerator<Row[], void, unknown>;
  toLines: (rows: Row[]) => string;
  /** Aborted when nobody reads any more. */
  signal: AbortSignal;
};

/**
 * A file of CSV in UTF-8, a page at a time and only as fast as it is read. The first page has been read when this answers;
 * where a later one can't be, the stream breaks, so that no part of a file passes for all of it.
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
        // Nothing may have fitted in all that was looked through: a pull that gives nothing is not asked again.
        if (page.value.length > 0) return controller.enqueue(encoder.encode(toLines(page.value)));
      }
    },
    async cancel() {
      await pages.return(undefined);
    },
  });
}
