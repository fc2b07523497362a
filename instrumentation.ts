import { env } from '@/lib/system/env';
import { log } from '@/lib/system/log';

/** Before the first request: a wrong environment ends the process here, naming the variable and the fix. */
export function register(): void {
  log.level = env().LOG_LEVEL;
}
