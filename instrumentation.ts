import type { Instrumentation } from 'next';
import { env, weakSettings } from '@/lib/system/env';
import { log } from '@/lib/system/log';
import { isFirstReport } from '@/lib/system/logged-errors';

/**
 * Next calls this function once, before the first request. If an environment variable is invalid, the process ends here
 * with an error that names the variable and the fix.
 */
export function register(): void {
  log.level = env().LOG_LEVEL;
  for (const weak of weakSettings(env())) log.warn(weak);
}

/**
 * Next calls this function for each error of a page, an action or a route. The log has the pattern of the route but not
 * the path of the request, because that path can contain a secret (S8).
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
