import { describe, expect, it } from 'vitest';
import type { ClaimedOperation } from '@/lib/operations/sending/operation-kind.server';
import type { PlatformClient } from 'commerce-platform-client/client';
import { createRefundKind } from './refund-order.server';

const minute = 60_000;
const sentAt = new Date('2026-11-21T12:00:00Z');
const after = (minutes: number) => new Date(sentAt.getTime() + minutes * minute).toISOString();

const refund = (id: string, amountMinor: number, createdAt = after(0), reason: string | null = null) => ({
  id,
  amount: { amount_minor: amountMinor },
  created_at: createdAt,
  reason,
  lines: [],
});

/** Prepares a refund of 700. The platform shows the given refunds; refund `old` was there at the first attempt. */
function prepare(refunds: ReturnType<typeof refund>[], { isUnknown = false, paidMinor = 2_000 } = {}) {
  const refundedMinor = refunds.reduce((sum, { amount }) => sum + amount.amount_minor, 0);
  const data = { paid: { amount_minor: paidMinor }, refunded: { amount_minor: refundedMinor }, refunds };
  const platform = { getOrder: async () => ({ body: { data }, requestId: 'req_1' }) };
  const operation = {
    target: { orderId: 'ord_1' },
    request: JSON.stringify({ amount_minor: 700, reason: null }),
    before: { refundIds: ['old'] },
    outcomeUnknownAt: isUnknown ? sentAt : null,
  };
  return createRefundKind.prepare?.(
    platform as unknown as PlatformClient,
    operation as unknown as ClaimedOperation,
  );
}

describe('S30: before each attempt, a refund', () => {
  it('is refused if it is greater than what is left of the payment', async () => {
    expect(await prepare([], { paidMinor: 700 })).toMatchObject({ next: 'send' });
    expect(await prepare([], { paidMinor: 699 })).toMatchObject({ next: 'refuse', status: 409 });
    expect(await prepare([refund('old', 1_301)])).toMatchObject({ next: 'refuse' });
  });

  it('that was not sent needs review if another person refunded the same amount', async () => {
    expect(await prepare([refund('old', 700)])).toMatchObject({ next: 'send' });
    expect(await prepare([refund('new', 600)])).toMatchObject({ next: 'send' });
    expect(await prepare([refund('new', 700)])).toEqual({ next: 'review' });
  });

  it('with an unknown outcome is sent again only if the one new refund may be its own', async () => {
    const isUnknown = true;
    expect(await prepare([], { isUnknown })).toMatchObject({ next: 'send' });
    expect(await prepare([refund('new', 700)], { isUnknown })).toMatchObject({ next: 'send' });
    for (const others of [
      [refund('new', 700, after(6))],
      [refund('new', 700, after(0), 'by hand')],
      [refund('new', 700), refund('newer', 700)],
    ])
      expect(await prepare(others, { isUnknown })).toEqual({ next: 'review' });
  });
});
