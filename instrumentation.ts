import type { Instrumentation } from 'next';
import { env, weakSettings } from '@/lib/system/env';
import { log } from '@/lib/system/log';
import { isFirstReport } from '@/lib/system/logged-errors';

/**
 * Runs before the first request. A wrong environment ends the process here with an error that names the variable and
 * the fix.
 */
export function register(): void {
  log.level = env().LOG_LEVEL;
  for (const weak of weakSettings(env())) log.warn(weak);
}

/**
 * Next reports each error of a page, an action or a route here. The path of the request is not logged, because it can
 * contain a secret (S8); the path of the route is.
 */
export const onRequestError: Instrumentation.onRequestError = (
  error,
  { method },
  { routePath, routeType },
) => {
  if (isFirstReport(error))
    log.error(
      { error, method, route: routePath, kind: routeType },
      'a request failed; the client got an error',
    );
};
