import { env, weakSettings } from '@/lib/system/env';
import { log } from '@/lib/system/log';

/**
 * Runs before the first request. A wrong environment ends the process here with an error that names the variable and
 * the fix.
 */
export function register(): void {
  log.level = env().LOG_LEVEL;
  for (const weak of weakSettings(env())) log.warn(weak);
}
