import { expect, it } from 'vitest';
import { activityColumns, activityHeader, activityLines, type ActivityWords } from './activity-csv';
import type { ActivityEntry } from './activity-view';

const words: ActivityWords = {
  columns: Object.fromEntries(
    activityColumns.map((column) => [column, `=${column}`]),
  ) as ActivityWords['columns'],
  what: () => 'ردّ مبلغ',
  state: (state) => `state ${state}`,
  run: ({ total }) => `run of ${total}`,
};

const refund: ActivityEntry = {
  type: 'operation',
  id: '7b1f',
  kind: 'create_refund',
  state: 'refused',
  requested: {},
  runId: null,
  byCustomer: false,
  actor: '@Rima',
  at: '2026-11-21T22:05:00Z',
  sentAt: null,
  outcomeUnknownAt: null,
  endedAt: null,
  attempts: 1,
  order: { id: 'ord_1', number: '#1042' },
  quote: { id: 'q', number: null },
  refusal: { reason: 'conflict', currentStatus: null },
  doublesIfRepeated: false,
  byReading: false,
  review: null,
  requestIds: ['req_1', 'req_2'],
};

it('a line has the user, the action, the times in the time zone of the store, the result and the ids; text written by others never becomes a formula', () => {
  expect(activityLines(words, 'Asia/Damascus')([refund])).toBe(
    "2026-11-22 01:05,,ردّ مبلغ,q #1042,'@Rima,state refused,conflict,req_1 req_2,7b1f\r\n",
  );
  expect(activityHeader(words)).toMatch(/^'=at,'=ended,/);
});
