import type { IncomingMessage } from 'node:http';
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state';

/**
 * False for a request that Next answers with 500 and a stack trace in the log: a path that is not UTF-8 behind its
 * escapes, or a Next-Router-State-Tree header that is no tree. Anyone could fill the log with it (S24).
 */
export function isWellFormed({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>): boolean {
  try {
    decodeURIComponent(url.split('?')[0] ?? '');
    // Next's own check, because only Next knows the shape of its header. Next's proxy file does not receive the header.
    parseAndValidateFlightRouterState(headers['next-router-state-tree']);
    return true;
  } catch {
    return false;
  }
}
