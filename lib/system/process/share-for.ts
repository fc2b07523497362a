/**
 * Wraps a read so that it starts at most once in `ms` milliseconds. Calls within that time get the result of
 * the same read, even if the read is still in progress.
 */
export function shareFor<T>(
  ms: number,
  read: () => Promise<T>,
  nowMs = () => performance.now(),
): () => Promise<T> {
  let last: { atMs: number; result: Promise<T> } | undefined;
  return () => {
    const atMs = nowMs();
    if (!last || atMs - last.atMs >= ms) last = { atMs, result: read() };
    return last.result;
  };
}
