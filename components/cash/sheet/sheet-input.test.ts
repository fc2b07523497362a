import { expect, it } from 'vitest';
import { acceptedIn, emptyInput, restoreSheetInput } from './sheet-input';

const input = { ...emptyInput, text: '1001\t50', seen: 'a', accepted: [3, 5] };

it('accepted lines count only for the results with which the user accepted them', () => {
  expect([...acceptedIn(input, { seen: 'a' })]).toEqual([3, 5]);
  expect([...acceptedIn(input, { seen: 'b' })]).toEqual([]);
  expect([...acceptedIn(input, null)]).toEqual([]);
  expect([...acceptedIn(emptyInput, { seen: 'a' })]).toEqual([]);
});

it('the input of a remittance sheet is the same after it was saved in the browser', () => {
  expect(restoreSheetInput(JSON.parse(JSON.stringify(input)))).toEqual(input);
});

it.each([null, 'text', 1, [], {}, { text: 'x' }, { ...input, accepted: null }])(
  'another saved value is not restored: %j',
  (saved) => {
    expect(restoreSheetInput(saved)).toBeNull();
  },
);
