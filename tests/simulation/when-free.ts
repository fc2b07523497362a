import { systemQuery as queryOnce } from '@/lib/system/db';

/**
 * Repeats work that failed because no database connection was free. Many simulated stores and their workers
 * share one pool of connections, so on a busy machine a connection may not be free in time. This error is no
 * fault of the app, so the tests ignore it.
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
 * True if no database connection was free in time: for the process (Prisma and pg have different error
 * messages), or for one install (ShareTimeout). The work was not started.
 */
export const isBusy = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'ShareTimeout' ||
    /Unable to start a transaction|timeout exceeded when trying/.test(error.message));

/**
 * Runs an SQL query of the simulation itself, which is not part of the app. Retries it if no database connection is
 * free.
 */
export const systemQuery = <Row extends object>(text: string, values: unknown[]): Promise<Row[]> =>
  whenFree(() => queryOnce<Row>(text, values));
