import { systemQuery as queryOnce } from '@/lib/system/db';

/**
 * Repeats work that failed only because the machine was too busy, and not because of the app. Many simulated stores and
 * their workers share one pool of connections. A caller may wait too long for a connection, or a transaction may reach
 * its limit of 20 s and be rolled back.
 */
export async function whenFree<T>(work: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
}

/**
 * Returns true for errors with one of three causes. The process got no database connection in time (Prisma and pg have
 * different errors). One install got no connection in time (ShareTimeout). Or a transaction of Prisma took too long.
 * After such an error, nothing was stored. P2028 is Prisma's code for a transaction that did not begin in time or
 * reached its limit.
 */
export const isBusy = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'ShareTimeout' ||
    ('code' in error && error.code === 'P2028') ||
    /timeout exceeded when trying|due to connection timeout/.test(error.message));

/**
 * Runs an SQL query of the simulation itself, which the app does not send. Retries the query if no database connection
 * is free.
 */
export const systemQuery = <Row extends object>(text: string, values: unknown[]): Promise<Row[]> =>
  whenFree(() => queryOnce<Row>(text, values));
