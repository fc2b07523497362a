import 'server-only';
import { systemQuery } from '@/lib/system/db';

/** A flood of probes costs one query a second. */
const rememberedMs = 1_000;
let last: { at: number; ready: Promise<boolean> } | undefined;

/** Whether this process can serve: the database answers as our own role. No detail leaves it. */
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
