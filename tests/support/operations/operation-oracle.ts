import type { InstallId } from 'commerce-platform-client/contract/ids';
import { decrypt } from '@/lib/system/keys/crypto';
import { openDetail } from '@/lib/mirror/orders/order-mirror.server';
import { tenantDb, withSystem } from '@/lib/system/db';
import type { Operation } from '@/lib/system/generated/prisma/client';
import type { OperationFixture } from './operation-fixture';
import { scenarios } from './operation-scenarios';

/** Returns the operation (a recorded write) as the app has stored it; null if it was not recorded. */
export async function operationRow(installId: InstallId, id: string): Promise<Operation | null> {
  return tenantDb(installId).transaction((tx) =>
    tx.operation.findUnique({ where: { installId_id: { installId, id } } }),
  );
}

type Effect = { kind: string; id: string };
type Webhook = { secret: string; topics: string[] } | null;

/**
 * Returns how often the platform executed the write of the operation. For a write with an idempotency key, the number
 * comes from the sandbox's ledger. For a test event, it is the number of deliveries. PUT and DELETE have no key, so the
 * result is 1 if the requested state exists, and 0 if it does not.
 */
export async function effectsOf(on: OperationFixture, row: Operation): Promise<number> {
  const { effect } = scenarios[row.kind] ?? {};
  if (effect) {
    const { data } = await on.control<{ data: Effect[] }>(
      'GET',
      `/effects?idempotency_key=${row.idempotencyKey}`,
    );
    return data.filter(({ kind }) => kind === effect).length;
  }
  const { installId } = on.context;
  if (row.kind === 'test_webhook') {
    const { data } = await on.control<{ data: { topic: string }[] }>(
      'GET',
      `/deliveries?install_id=${installId}`,
    );
    return data.filter(({ topic }) => topic === 'app.uninstalled').length;
  }
  const { webhook } = await on.control<{ webhook: Webhook }>('GET', `/installs/${installId}`);
  if (row.kind === 'delete_webhook') return webhook === null ? 1 : 0;
  return webhook?.topics.join() === 'order.created,app.uninstalled' ? 1 : 0;
}

/**
 * Returns true if the app stores the webhook secret with which the platform signs. Without a subscription, the app
 * must store no secret.
 */
export async function holdsSecret(on: OperationFixture): Promise<boolean> {
  const { installId } = on.context;
  const { webhook } = await on.control<{ webhook: Webhook }>('GET', `/installs/${installId}`);
  const stored = await withSystem((tx) => tx.webhookSecret.findUnique({ where: { installId } }));
  if (!webhook) return !stored?.currentEnc;
  return (
    typeof stored?.currentEnc === 'string' &&
    decrypt(stored.currentEnc, { installId, column: 'webhook_secrets.current_enc', row: [] }) ===
      webhook.secret
  );
}

/**
 * Returns the order as the mirror (the app's copy) stores it; `row` is null if the mirror does not have the order.
 * `isMarked` is true if the order has a dirty mark (a note that the order must be read again).
 */
export async function mirrored(installId: InstallId, orderId: string) {
  return tenantDb(installId).transaction(async (tx) => {
    const row = await tx.mirrorOrder.findUnique({ where: { installId_id: { installId, id: orderId } } });
    return {
      row: row && { ...row, detail: row.detail && openDetail(row) },
      isMarked: (await tx.dirtyMark.count({ where: { entityId: orderId } })) === 1,
    };
  });
}
