/**
 * Returns texts as a stream in UTF-8. The promise is resolved after the first text has been made. At most one text is
 * made before the client reads it. If a later text cannot be made, the stream fails, so that the client detects that
 * the file is incomplete. `signal` is aborted if the client stops reading the response.
 */
export async function textStream(
  texts: AsyncGenerator<string, void, unknown>,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let waiting: string | null = (await texts.next()).value ?? '';
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (waiting) {
        controller.enqueue(encoder.encode(waiting));
        waiting = null;
        return;
      }
      for (;;) {
        if (signal.aborted) throw signal.reason;
        const text = await texts.next();
        if (text.done) return controller.close();
        // An empty text is skipped. The stream calls `pull` again only after a text was added, so adding an empty text
        // would stop the stream.
        if (text.value !== '') return controller.enqueue(encoder.encode(text.value));
      }
    },
    async cancel() {
      await texts.return(undefined);
    },
  });
}
