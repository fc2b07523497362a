import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { OrderView } from '@/lib/orders/order-view';
import { readOrder } from '@/lib/orders/order/read-order.server';
import { PlatformError, ReconnectRequired } from '@/lib/platform/platform-error';
import { log } from '@/lib/system/log';

/** What came of one of several reads; `unavailable` may work later. */
export type PrintRead = { code: 'found'; view: OrderView } | { code: 'not_found' } | { code: 'unavailable' };

/** A person waits this long for all of them; with the platform away each would take its whole deadline. */
const patienceMs = 30_000;

/**
 * Reads orders one after the other, so that the requests of a minute are there for everybody else too. None of the
 * answers rejects: one that can't be read takes nothing from the others.
 */
export function readOneByOne(context: InstallContext, orderIds: readonly string[]): Promise<PrintRead>[] {
  const until = Date.now() + patienceMs;
  let previous: Promise<unknown> = Promise.resolve();
  return orderIds.map((orderId) => {
    const read = previous.then((): Promise<PrintRead> | PrintRead =>
      Date.now() < until ? readOne(context, orderId) : { code: 'unavailable' },
    );
    previous = read;
    return read;
  });
}

async function readOne(context: InstallContext, orderId: string): Promise<PrintRead> {
  try {
    return await readOrder(context, orderId);
  } catch (error) {
    if (!(error instanceof PlatformError) && !(error instanceof ReconnectRequired))
      log.error({ error }, 'an order could not be read for print');
    return { code: 'unavailable' };
  }
}
