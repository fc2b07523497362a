import 'server-only';
import { systemQuery } from '@/lib/system/db';

/** How long the result of a health check is cached, so that many requests cost only one query a second. */
const rememberedMs = 1_000;
let last: { at: number; ready: Promise<boolean> } | undefined;

/**
 * Whether this process can serve requests: the database answers a query with the role of the app. Details of an error
 * are not returned.
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
