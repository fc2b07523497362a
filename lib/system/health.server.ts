import 'server-only';
import { systemQuery } from '@/lib/system/db';

/** How long a result is cached, so that a flood of probes costs one query a second. */
const rememberedMs = 1_000;
let last: { at: number; ready: Promise<boolean> } | undefined;

/**
 * Whether this process can serve requests: the database answers a query under our own role. No error detail is
 * returned.
 */
export function isReady(): Promise<boolean> {
  if (!last || Date.now() - last.at > rememberedMs)
    last = {
      at: Date.now(),
      ready: systemQuery('SELECT 1', []).then(
        () => true,
        () => false,
      ),
    };
  return last.ready;
}
