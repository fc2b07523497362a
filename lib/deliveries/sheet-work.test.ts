import { expect, it } from 'vitest';
import { workOfSheet } from '@/lib/deliveries/sheet-work';

const open = {
  state: 'open',
  stops: 3,
  answered: 1,
  isDayOver: false,
  isCashRefused: false,
  notDelivered: 0,
} as const;

it.each([
  ['wait', open],
  ['sendLink', { ...open, hasLink: false }],
  ['wait', { ...open, answered: 0, hasLink: true }],
  ['sendLink', { ...open, answered: 0, hasLink: false }],
  ['dayOver', { ...open, answered: 0, hasLink: false, isDayOver: true }],
  ['dayOver', { ...open, isDayOver: true }],
  ['confirm', { ...open, answered: 3 }],
  ['confirm', { ...open, answered: 3, isDayOver: true }],
  ['finish', { ...open, state: 'unfinished' }],
  ['recordCash', { ...open, state: 'confirmed', isCashRefused: true }],
  ['recordCash', { ...open, state: 'confirmed', isCashRefused: true, notDelivered: 1 }],
  ['checkOrders', { ...open, state: 'confirmed', notDelivered: 1 }],
  ['done', { ...open, state: 'confirmed', isDayOver: true }],
] as const)('a sheet says what is to do: %s', (work, sheet) => {
  expect(workOfSheet(sheet)).toBe(work);
});
