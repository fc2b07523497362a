import { describe, expect, it } from 'vitest';
import { orderTimeline } from '@/lib/orders/order/order-timeline';

const at = (minute: number) => `2026-11-01T10:${String(minute).padStart(2, '0')}:00.000Z`;
const order = { created_at: at(0), source: 'storefront', fulfillments: [], refunds: [], attributes: {} };
type Operation = Parameters<typeof orderTimeline>[1][number];

const operation = (id: string, change: Partial<Operation>): Operation => ({
  id,
  kind: 'patch_order',
  state: 'succeeded',
  actorName: 'Sami',
  createdAt: new Date(at(5)),
  endedAt: new Date(at(5)),
  requestIds: [],
  requested: null,
  result: null,
  target: {},
  ...change,
});
const shipment = {
  id: 'f1',
  provider: 'Kadmous',
  tracking_number: 'T1',
  status: 'delivered',
  lines: [],
  created_at: at(10),
  updated_at: at(20),
} as const;
const refund = {
  id: 'r1',
  amount: { amount_minor: 500, currency: 'SYP', decimals: 0 },
  reason: null,
  lines: [],
  created_at: at(30),
};
const timeline = (change: Partial<typeof order> & object, operations: Operation[] = []) =>
  orderTimeline({ ...order, ...change }, operations, 100).events;

describe('the timeline', () => {
  it('is sorted newest first, with platform events and writes of the app', () => {
    const events = timeline({ fulfillments: [shipment], refunds: [refund] } as object, [
      operation('note', { createdAt: new Date(at(15)) }),
    ]);
    expect(events.map(({ kind }) => kind)).toEqual([
      'refund',
      'fulfillment_changed',
      'write',
      'fulfillment',
      'created',
    ]);
  });

  it('ends with the creation, also if a refund has the same time', () => {
    const sameTime = { ...refund, created_at: at(0) };
    const events = timeline({ refunds: [sameTime] } as object, [
      operation('tagged', { createdAt: new Date(at(0)) }),
    ]);
    expect(events.map(({ kind }) => kind)).toEqual(['refund', 'write', 'created']);
  });

  it('has each event once: a write to a shipment or a refund is attached to its event', () => {
    const events = timeline({ fulfillments: [shipment], refunds: [refund] } as object, [
      operation('made', { kind: 'create_order', actorName: 'Hala' }),
      operation('shipped', { kind: 'create_fulfillment', result: { fulfillmentId: 'f1' } }),
      operation('delivered', {
        kind: 'patch_fulfillment',
        target: { fulfillmentId: 'f1' },
        result: { fulfillmentId: 'f1', orderStatusSkipped: true },
        requested: { status: 'delivered' },
      }),
      operation('refunded', { kind: 'create_refund', result: { refundId: 'r1' } }),
    ]);
    expect(events.map(({ kind, action }) => [kind, action?.id])).toEqual([
      ['refund', 'refunded'],
      ['fulfillment_changed', 'delivered'],
      ['fulfillment', 'shipped'],
      ['created', 'made'],
    ]);
    expect(events[1]?.action?.orderStatusSkipped).toBe(true);
  });

  it('never hides a write that failed or is still open', () => {
    const refused = { kind: 'create_fulfillment', state: 'refused', target: { fulfillmentId: 'f1' } };
    const result = { code: 'conflict', details: { current_status: 'cancelled' } };
    const events = timeline({ fulfillments: [shipment] } as object, [
      operation('refused', { ...refused, result }),
      operation('open', { state: 'recorded', requested: { tags: { add: ['vip'], remove: [] } } }),
      operation('unknown', { state: 'unknown' }),
      operation('lost', { state: 'needs_review' }),
    ]);
    const actions = events.flatMap(({ action }) => action ?? []);
    expect(events.filter(({ kind }) => kind === 'write').map(({ key }) => key)).toContain('refused');
    expect(actions.map(({ id, state }) => [id, state])).toEqual([
      ['refused', 'refused'],
      ['open', 'sending'],
      ['unknown', 'unconfirmed'],
      ['lost', 'needs_review'],
    ]);
    expect(actions[0]?.refusal).toEqual({ reason: 'conflict', currentStatus: 'cancelled' });
    expect(actions[1]?.requested.tags?.add).toEqual(['vip']);
  });

  it('names the accepted quote if the customer caused the write; names no quote if a user without a name made the order', () => {
    const nobody = { kind: 'create_order', actorName: null };
    const [byCustomer] = timeline({}, [operation('made', { ...nobody, target: { acceptedQuote: 'Q-1' } })]);
    expect(byCustomer?.action).toMatchObject({ acceptedQuote: 'Q-1', actor: null });
    const attributes = { reference: { kind: 'quote', number: 'Q-1', url: null } };
    const [byUser] = timeline({ attributes } as object, [operation('made', nobody)]);
    expect(byUser?.action).toMatchObject({ acceptedQuote: null, actor: null });
  });

  it('is still built if stored data has an unexpected shape', () => {
    const odd = operation('odd', { kind: 'x', requested: 'text', result: [1], target: 'order' });
    expect(timeline({}, [odd]).map(({ kind }) => kind)).toEqual(['write', 'created']);
  });

  it('reports when there are more writes than it contains', () => {
    expect(orderTimeline(order, [operation('a', {})], 1).isCut).toBe(true);
    expect(orderTimeline(order, [operation('a', { kind: 'create_order' })], 1).isCut).toBe(false);
  });
});
