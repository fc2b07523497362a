import { describe, expect, it } from 'vitest';
import { orderMoves, refusedMoves } from '@/lib/orders/order-moves';
import { orderStatusMoves } from 'commerce-platform-client/assumptions';
import { orderStatuses, settableOrderStatuses } from 'commerce-platform-client/contract/orders';

const none = new Set<string>();

describe('U9: the likely next step', () => {
  it.each([
    ['placed', 'approved'],
    ['approved', 'processing'],
    ['processing', 'shipped'],
    ['shipped', 'delivered'],
    ['delivered', null],
    ['delivered_failed', 'shipped'],
    ['returned', null],
    ['cancelled', null],
    ['completed', null],
    ['partially_refunded', null],
    ['refunded', null],
    ['held_at_customs', null],
  ])('of an order with the status %s is %s', (status, next) => {
    expect(orderMoves(status, none).next).toBe(next);
  });

  it('is never a status that is hard to undo', () => {
    for (const status of orderStatuses)
      expect(['cancelled', 'returned', 'delivered_failed']).not.toContain(orderMoves(status, none).next);
  });

  it('is not a status that the platform has refused for such an order; the next likely status is offered instead', () => {
    expect(orderMoves('approved', new Set(['approved processing'])).next).toBe('shipped');
    expect(orderMoves('placed', new Set(['placed approved'])).next).toBeNull();
    expect(orderMoves('placed', new Set(['approved approved'])).next).toBe('approved');
  });
});

describe('STA-1: every settable status except the current one', () => {
  it.each([...orderStatuses, 'held_at_customs'])(
    'can be requested from %s; unlikely and refused ones are last',
    (status) => {
      const { next, others } = orderMoves(status, none);
      const offered = [...(next ? [next] : []), ...others.map((move) => move.status)];
      expect(offered.toSorted()).toEqual(settableOrderStatuses.filter((to) => to !== status).toSorted());
      const risky = others.map(({ risk }) => risk !== null);
      expect(risky).toEqual(risky.toSorted());
    },
  );

  it('is marked if it is unlikely (A3) or was refused', () => {
    const { others } = orderMoves('shipped', new Set(['shipped returned']));
    const riskOf = (status: string) => others.find((move) => move.status === status)?.risk;
    expect(riskOf('returned')).toBe('refused');
    expect(riskOf('placed')).toBe('unlikely');
    for (const status of orderStatusMoves.shipped.filter((to) => !['returned', 'delivered'].includes(to)))
      expect(riskOf(status)).toBeNull();
  });
});

describe('the reason of a probable refusal', () => {
  it.each([
    ['placed', 'processing', 'skips'],
    ['placed', 'delivered', 'not_shipped'],
    ['processing', 'placed', 'back'],
    ['processing', 'delivered_failed', 'not_shipped'],
    ['processing', 'returned', 'not_shipped'],
    ['shipped', 'approved', 'back'],
    ['shipped', 'cancelled', 'shipped'],
    ['delivered', 'shipped', 'back'],
    ['delivered', 'delivered_failed', 'delivered'],
    ['delivered', 'cancelled', 'shipped'],
    ['delivered_failed', 'processing', 'back'],
    ['delivered_failed', 'delivered', 'not_shipped'],
    ['cancelled', 'approved', 'ended'],
    ['completed', 'returned', 'ended'],
  ])('for an order with the status %s and the new status %s is "%s"', (from, to, why) => {
    expect(orderMoves(from, none).others.find(({ status }) => status === to)?.why).toBe(why);
  });

  it('is that the platform has refused the same change before, if it has', () => {
    const { others } = orderMoves('cancelled', new Set(['cancelled approved']));
    expect(others.find(({ status }) => status === 'approved')?.why).toBe('refused');
  });

  it('exists exactly for the statuses with a risk', () => {
    for (const status of [...orderStatuses, 'held_at_customs'])
      for (const { risk, why } of orderMoves(status, none).others) expect(why === null).toBe(risk === null);
  });
});

describe('a step back', () => {
  it.each([
    ['approved', ['placed']],
    ['processing', ['placed', 'approved']],
    ['delivered', ['placed', 'approved', 'processing', 'shipped']],
    ['delivered_failed', []],
    ['cancelled', []],
    ['held_at_customs', []],
  ])('is known for an order with the status %s, also if the platform accepts it', (status, back) => {
    const { others } = orderMoves(status, none);
    const found = others.flatMap((move) => (move.isBack ? move.status : []));
    expect(found.toSorted()).toEqual(back.toSorted());
  });
});

describe('a move learned from a refusal', () => {
  it('starts at the status that the platform reported for the order', () => {
    const refused = (status: string, current: string | null, code = 'conflict') => ({
      status: 409,
      code,
      requested: { status },
      details: { fields: [], lines: [], current_status: current },
    });
    const learnt = refusedMoves([
      refused('shipped', 'cancelled'),
      refused('shipped', null),
      refused('approved', 'placed', 'forbidden'),
      { code: 'conflict', details: { current_status: 'placed' } },
      null,
      'text',
    ]);
    expect([...learnt]).toEqual(['cancelled shipped']);
  });
});
