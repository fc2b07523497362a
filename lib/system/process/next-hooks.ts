import type { Instrumentation } from 'next';
import { env, weakSettings } from '@/lib/system/env';
import { log } from '@/lib/system/log';
import { isFirstReport } from '@/lib/system/logged-errors';

/** Sets the log level and warns about weak settings. Throws if an environment variable is invalid. */
export function prepareProcess(): void {
  log.level = env().LOG_LEVEL;
  for (const weak of weakSettings(env())) log.warn(weak);
}

/**
 * Logs an error of a page, an action or a route. The log has the pattern of the route but not the path of the request,
 * because that path can contain a secret (S8).
 */
export const logRequestError: Instrumentation.onRequestError = (
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
