import { systemQuery as queryOnce } from '@/lib/system/db';

/**
 * Retries work if no database connection was free. Many simulated stores and their workers share one pool of
 * connections. On a busy machine, no connection may be free in time. This error is not part of what the tests check.
 */
export async function whenFree<T>(work: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
}

export const isBusy = (error: unknown) =>
  error instanceof Error && /Unable to start a transaction|timeout exceeded when trying/.test(error.message);

/**
 * Runs an SQL query of the simulation itself, which is not part of the app. Retries it if no database connection is
 * free.
 */
export const systemQuery = <Row extends object>(text: string, values: unknown[]): Promise<Row[]> =>
  whenFree(() => queryOnce<Row>(text, values));
