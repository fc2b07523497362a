import type { PlatformClient } from 'commerce-platform-client/client';
import { systemQuery } from '@/lib/system/db';

/**
 * Plants a bug: a sweep (read of a whole list) stores its cursor before the rows of the page. If the process dies
 * between the two writes, the next process skips the page.
 */
export function saveCursorFirst(installId: string, client: PlatformClient): PlatformClient {
  const save = async (resource: string, query: object, next: string | null) => {
    const kind = 'updated_at_min' in query ? 'updated' : 'created_at_min' in query ? 'created' : 'full';
    if (next !== null)
      await systemQuery(
        `UPDATE sweeps SET cursor = $4 WHERE install_id = $1 AND resource = $2 AND kind = $3 AND started_at IS NOT NULL`,
        [installId, resource, kind, next],
      );
  };
  return {
    ...client,
    async listOrders(query, options) {
      const answer = await client.listOrders(query, options);
      await save('orders', query, answer.body.next_cursor);
      return answer;
    },
    async listProducts(query, options) {
      const answer = await client.listProducts(query, options);
      if (!query.ids) await save('products', query, answer.body.next_cursor);
      return answer;
    },
  };
}
