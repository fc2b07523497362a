import type { IncomingMessage } from 'node:http';
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state';

/**
 * Returns false for a request that Next would answer with 500 and a stack trace in the log. Either the escapes in the
 * path are not valid UTF-8, or the header Next-Router-State-Tree contains no tree. Without this check, anyone could
 * fill the log (S24).
 */
export function isWellFormed({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>): boolean {
  try {
    decodeURIComponent(url.split('?')[0] ?? '');
    // The header Next-Router-State-Tree is checked with Next's own parser, because its format is internal to Next. The
    // check cannot be in proxy.ts, because Next does not pass this header to proxy.ts.
    parseAndValidateFlightRouterState(headers['next-router-state-tree']);
    return true;
  } catch {
    return false;
  }
}
