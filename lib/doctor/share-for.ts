/**
 * Returns a read that runs at most once in `ms`. Callers within that time share one result, also one still under way.
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
