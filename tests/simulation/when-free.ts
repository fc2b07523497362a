import { systemQuery as queryOnce } from '@/lib/system/db';

/**
 * Many worlds and their workers share one pool, and on a busy machine no connection may be free in time: who met that
 * tries again, and is no part of what is tested.
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

/** A simulation's own question or change. */
export const systemQuery = <Row extends object>(text: string, values: unknown[]): Promise<Row[]> =>
  whenFree(() => queryOnce<Row>(text, values));
