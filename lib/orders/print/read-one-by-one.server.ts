import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { OrderView } from '@/lib/orders/order-view';
import { readOrder } from '@/lib/orders/order/read-order.server';
import { PlatformError, ReconnectRequired } from '@/lib/platform/platform-error';
import { log } from '@/lib/system/log';

/** Result of one of several reads; an `unavailable` order may be readable later. */
export type PrintRead = { code: 'found'; view: OrderView } | { code: 'not_found' } | { code: 'unavailable' };

/**
 * Milliseconds that a user waits for all reads together. If the platform is unreachable, each read would use its whole
 * deadline.
 */
const patienceMs = 30_000;

/**
 * Reads orders one after the other, so that other users can still use part of the minute's requests. The promises never
 * reject; a failed read does not affect the others.
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
