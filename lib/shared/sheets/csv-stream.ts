import { byteOrderMark } from '@/lib/shared/sheets/csv';
import { textStream } from '@/lib/shared/sheets/text-stream';

type CsvSource<Row> = {
  header: string;
  pages: AsyncGenerator<Row[], void, unknown>;
  toLines: (rows: Row[]) => string;
  /** Signal that is aborted if the client stops reading the response. */
  signal: AbortSignal;
};

/** Returns a CSV file in UTF-8 as a stream, which reads one page of rows at a time (textStream). */
export async function csvStream<Row>({
  signal,
  ...source
}: CsvSource<Row>): Promise<ReadableStream<Uint8Array>> {
  return textStream(csvChunks(source), signal);
}

async function* csvChunks<Row>({
  header,
  pages,
  toLines,
}: Omit<CsvSource<Row>, 'signal'>): AsyncGenerator<string, void, unknown> {
  try {
    yield byteOrderMark + header + toLines((await pages.next()).value ?? []);
    for await (const page of pages) yield toLines(page);
  } finally {
    await pages.return(undefined);
  }
}
