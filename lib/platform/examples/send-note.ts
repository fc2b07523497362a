import type { PlatformClient } from 'commerce-platform-client/client';
import type { OrderId } from 'commerce-platform-client/contract/ids';
import { PlatformError } from 'commerce-platform-client/platform-error';

/**
 * Sends a note to an order. The caller must store `key` and `body` before the call. If the outcome is `unknown`, the
 * caller sends the same key and body again, for at most 23 h.
 */
export async function sendNote(client: PlatformClient, key: string, id: OrderId, body: string) {
  try {
    await client.patchOrder(key, id, body);
    return 'done';
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return [400, 403, 404, 413, 422].includes(error.status) ? 'refused' : 'unknown';
  }
}
