import { expect, it } from 'vitest';
import { orderRail } from '@/lib/orders/order-rail';
import { orderStatuses } from '@/lib/platform/contract/orders';

const text = (status: string) =>
  orderRail(status)
    .map((stage) => `${{ done: '+', current: '*', ahead: '-' }[stage.state]}${stage.status}`)
    .join(' ');

it.each([
  ['placed', '*placed -approved -processing -shipped -delivered -completed'],
  ['shipped', '+placed +approved +processing *shipped -delivered -completed'],
  ['completed', '+placed +approved +processing +shipped +delivered *completed'],
  ['cancelled', '+placed *cancelled'],
  ['delivered_failed', '+placed +approved +processing +shipped *delivered_failed'],
  ['refunded', '+placed +approved +processing +shipped *refunded'],
  ['held_at_customs', '+placed *held_at_customs'],
])('the rail of an order with the status %s is %s', (status, rail) => expect(text(status)).toBe(rail));

it.each(orderStatuses)('%s is on the rail once, as the current stage', (status) => {
  expect(orderRail(status).filter((stage) => stage.state === 'current')).toEqual([
    { status, state: 'current' },
  ]);
});
