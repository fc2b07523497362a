import type pg from 'pg';
import { log } from '@/lib/system/log';

/** What is logged of a message: its text without values, and the number of these values. */
export type LoggedMessage = { text: string; parameters: number };

type Answer = (error: Error | null, ...rest: unknown[]) => void;

/**
 * Logs each SQL statement of a connection with its duration and its number of parameters (LOG_SQL=on). Values
 * of parameters can be personal data and secrets, so they are never logged (S8). Error messages are not
 * logged either, because they can quote such values. The text of a statement is safe, because our code passes
 * values only as parameters. Exception: the text of a message (systemMessage) contains ids. So it has a text without
 * them, `logged`, which is logged instead.
 */
export function logStatements(connection: pg.ClientBase): void {
  const query = connection.query.bind(connection) as (...given: unknown[]) => unknown;
  const logged = (...given: unknown[]): unknown => {
    const { text, parameters } = describe(given);
    const startedAt = performance.now();
    const done = (error: unknown) => {
      const ms = Math.round((performance.now() - startedAt) * 10) / 10;
      log.info({ sql: text, parameters, ms, ...(error ? { failed: sqlState(error) } : {}) }, 'SQL statement');
    };
    // A query can return its result in two ways. The connection pool of pg passes a callback to `query`. Prisma and our
    // code use the returned promise.
    const answer = given.at(-1);
    if (typeof answer === 'function') {
      return query(...given.slice(0, -1), (error: Error | null, ...rest: unknown[]) => {
        done(error);
        (answer as Answer)(error, ...rest);
      });
    }
    const result = query(...given);
    if (result instanceof Promise) result.then(() => done(null), done);
    return result;
  };
  connection.query = logged as pg.ClientBase['query'];
}

/**
 * Returns the text and the number of parameters of a query call of pg. The statement is a text, or an object that
 * contains the text. The parameters are the second argument or in the object.
 */
function describe([statement, given]: unknown[]): { text: string; parameters: number } {
  const config: { text?: unknown; values?: unknown; logged?: LoggedMessage } =
    typeof statement === 'object' && statement !== null ? statement : { text: statement };
  if (config.logged) return config.logged;
  const values = Array.isArray(given) ? given : config.values;
  return {
    text:
      typeof config.text === 'string' ? config.text.replace(/\s+/g, ' ').trim() : 'a statement without text',
    parameters: Array.isArray(values) ? values.length : 0,
  };
}

/** Returns the five characters of the SQLSTATE of a PostgreSQL error; "unknown" if the connection failed. */
function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
