import type { IncomingMessage } from 'node:http';
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state';

/**
 * Returns false for a request that Next would answer with 500 and a stack trace in the log. Such a request has a path
 * whose escapes are not valid UTF-8, or a Next-Router-State-Tree header that contains no tree. Without this check
 * anyone could fill the log (S24).
 */
export function isWellFormed({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>): boolean {
  try {
    decodeURIComponent(url.split('?')[0] ?? '');
    // Next's own parser checks the header Next-Router-State-Tree, because its format is internal to Next. The
    // check is not in Next's proxy file (proxy.ts), because that file does not receive this header.
    parseAndValidateFlightRouterState(headers['next-router-state-tree']);
    return true;
  } catch {
    return false;
  }
}
