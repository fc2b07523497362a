import 'server-only';
import { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { needsReconnect } from '@/lib/installs/read-connection.server';
import { writeOrderDetail } from '@/lib/mirror/order-mirror.server';
import { isRecorded, recordOperation } from '@/lib/operations/operation-queue.server';
import {
  type OperationKind,
  type OperationSuccess,
  runOperation,
} from '@/lib/operations/run-operation.server';
import type { CreateOrderCommand, CreateOrderOutcome } from '@/lib/orders/create-order';
import { FieldProblem, StockProblem } from '@/lib/platform/assumptions';
import { CreateOrderBody, type OrderDetail } from '@/lib/platform/contract/orders';
import { type OperationId, OrderId } from '@/lib/shared/ids';
import { sumLinesMinor } from '@/lib/shared/money';
import { crashPoint } from '@/lib/system/crash-point';
import type { Operation } from '@/lib/system/generated/prisma/client';

/** The attribute by which an order of ours is found again when its answer was lost. */
export const operationAttribute = 'daftar.op';

/**
 * Creates an order at the prices the merchant agreed: recorded as an operation, sent at once, mirrored from the
 * answer. The same operation id is the same order, however often it is posted.
 * platform: Orders, POST /orders.
 */
export async function createOrder(
  context: InstallContext,
  command: CreateOrderCommand,
): Promise<CreateOrderOutcome> {
  const key = { installId: context.installId, id: command.operationId };
  // One that was recorded before the scope went has an outcome to tell.
  if (!context.scopes.has('orders:create') && !(await isRecorded(key)))
    return { code: 'missing_scope', status: 403, scope: 'orders:create' };
  const attributes = { ...command.order.attributes, [operationAttribute]: command.operationId };
  const recorded = await recordOperation({
    ...key,
    kind: createOrderKind.kind,
    request: JSON.stringify({ ...command.order, attributes }),
    actor: context.actor,
  });
  if (recorded.code === 'reused') return { code: 'operation_reused', status: 409 };
  crashPoint('operation.recorded');
  const operation = recorded.operation.endedAt
    ? recorded.operation
    : await runOperation(key, createOrderKind, context.platform);
  // Recorded and safe, but nothing is sent before a merchant connects the store again.
  if (!operation.endedAt && (await needsReconnect(context.installId)))
    return { code: 'reconnect', status: 401 };
  return outcomeOf(operation);
}

/** How POST /orders is sent, and found again by its operation id among the orders of source app. */
export const createOrderKind: OperationKind = {
  kind: 'create_order',

  async send(platform, operation) {
    const { body, requestId } = await platform.createOrder(operation.idempotencyKey, operation.request);
    return success(operation, body.data, requestId);
  },

  async reconcile(platform, operation) {
    // A clock may be two minutes off. The list tells amounts, so few details have to be read.
    const since = new Date(operation.firstSentAt.getTime() - 5 * 60_000).toISOString();
    const sent = CreateOrderBody.parse(JSON.parse(operation.request));
    const totalMinor =
      (sumLinesMinor(sent.items) ?? 0) - (sent.discount?.amount_minor ?? 0) + sent.shipping.amount_minor;
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { body: page } = await platform.listOrders({
        created_at_min: since,
        limit: 100,
        ...(cursor && { cursor }),
      });
      for (const { id, source, total } of page.data) {
        if (source !== 'app' || total.amount_minor !== totalMinor || total.currency !== sent.currency)
          continue;
        const { body, requestId } = await platform.getOrder(id);
        if (body.data.attributes[operationAttribute] === operation.id)
          return success(operation, body.data, requestId);
      }
      cursor = page.next_cursor;
    }
    return null;
  },
};

type Sent = { installId: InstallContext['installId']; id: OperationId; request: string };

function success(operation: Sent, order: OrderDetail, requestId: string | null): OperationSuccess {
  return {
    requestId,
    async store(tx, fence) {
      const { installId, id: operationId } = operation;
      const { payment_method: paymentMethod } = CreateOrderBody.parse(JSON.parse(operation.request));
      await writeOrderDetail(tx, installId, order, { fence, byEvent: false });
      await tx.createdOrder.create({ data: { installId, orderId: order.id, operationId, paymentMethod } });
      return { orderId: order.id, orderNumber: order.order_number } satisfies Created;
    },
  };
}

const Created = z.object({ orderId: OrderId, orderNumber: z.string() });
type Created = z.infer<typeof Created>;

const Refused = z.object({
  status: z.number(),
  code: z.string(),
  requestId: z.string().nullable(),
  details: z.object({
    fields: z.array(FieldProblem).catch([]),
    lines: z.array(StockProblem).catch([]),
  }),
});

function outcomeOf(operation: Operation): CreateOrderOutcome {
  if (operation.state === 'succeeded')
    return { code: 'created', status: 201, ...Created.parse(operation.result) };
  if (operation.state === 'needs_review') return { code: 'needs_review', status: 202 };
  if (operation.state !== 'refused') return { code: 'unconfirmed', status: 202 };
  const { status, code: reason, requestId, details } = Refused.parse(operation.result);
  return { code: 'refused', status, reason, requestId, ...details };
}
