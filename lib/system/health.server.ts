import 'server-only';
import { systemQuery } from '@/lib/system/db';
import { log } from '@/lib/system/log';
import { readSchemaVersion } from '@/lib/system/schema-version';

/**
 * Whether this process can serve requests, or why not.
 *
 * - `database_unavailable`: a query with the role of the app fails.
 * - `migrations_missing`: the database does not have all migrations of the running version.
 * - `migrations_unread`: the migrations of the app and of the database could not be compared.
 */
export type Readiness = 'ready' | 'database_unavailable' | 'migrations_missing' | 'migrations_unread';

/** How long the result of a health check is cached, so that many requests cost only one query a second. */
const rememberedMs = 1_000;
let last: { at: number; readiness: Promise<Readiness> } | undefined;
/** The last problem with the migrations that was logged. The same problem is not logged again. */
let logged = '';
/**
 * True if an earlier check found that the database has all migrations of the running version. The migrations are then
 * not checked again, because migrations are never removed from a database.
 */
let isSchemaComplete = false;

/** Returns whether this process can serve requests. Details of an error are logged and not returned. */
export function readReadiness(): Promise<Readiness> {
  if (!last || Date.now() - last.at > rememberedMs) last = { at: Date.now(), readiness: check() };
  return last.readiness;
}

async function check(): Promise<Readiness> {
  try {
    await systemQuery('SELECT 1', []);
  } catch {
    return 'database_unavailable';
  }
  if (isSchemaComplete) return 'ready';
  try {
    const { pending } = await readSchemaVersion();
    isSchemaComplete = pending.length === 0;
    if (isSchemaComplete) return 'ready';
    logOnce(
      { pending },
      'the database lacks migrations of this version; not ready until `npm run migrate` has run',
    );
    return 'migrations_missing';
  } catch (error) {
    logOnce(
      { error },
      'the migrations could not be read; not ready: run `npm run migrate`, then `npm run doctor`',
    );
    return 'migrations_unread';
  }
}

function logOnce(details: { pending: string[] } | { error: unknown }, message: string): void {
  const key = message + ('pending' in details ? details.pending.join() : '');
  if (key === logged) return;
  logged = key;
  log.error(details, message);
}
