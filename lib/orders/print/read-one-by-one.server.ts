import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { OrderView } from '@/lib/orders/order-view';
import { readOrder } from '@/lib/orders/order/read-order.server';
import { PlatformError, ReconnectRequired } from 'commerce-platform-client/platform-error';
import { log } from '@/lib/system/log';

/**
 * Result of reading one order for printing. `unavailable`: the order could not be read now. A later attempt may
 * succeed.
 */
export type PrintRead = { code: 'found'; view: OrderView } | { code: 'not_found' } | { code: 'unavailable' };

/**
 * How long a user waits for all orders of a print page together, in milliseconds. Without this limit, the page would
 * wait for the maximum time of a read for each order during an outage of the platform.
 */
const patienceMs = 30_000;

/**
 * Reads orders for printing, one after another, so that other users can also send requests. The platform allows only a
 * limited number per minute. If an order cannot be read, its result is `unavailable`, and the other orders are still
 * read. So the returned promises never reject.
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
      log.error({ error }, 'order could not be read for print; it is reported as unavailable');
    return { code: 'unavailable' };
  }
}
