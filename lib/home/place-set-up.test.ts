import { describe, expect, it } from 'vitest';
import type { HomeView } from '@/lib/home/home-view';
import { placeSetUp } from '@/lib/home/place-set-up';

const noWork = { to_review: 0, to_ship: 0, problems: 0, cash_to_collect: 0, knownCash: 0 };
const work = { ...noWork, to_review: 2 };
const newcomer = { quote: false, message: false, order: false, shipment: false, staff: false };

const noMoney = { today: { currencies: [] }, cash: { orders: 0 } };
const sold = { ...noMoney, today: { currencies: [{ today: { orders: 2 } }] } };
const owed = { ...noMoney, cash: { orders: 3 } };
const inNotebook = { ...noMoney, notebook: [{}] };

function view(
  counts: typeof work | null,
  steps: object | null,
  part: object = {},
  money: object = noMoney,
): HomeView {
  return {
    guide: { missingScopes: [], isSubscribed: true, steps },
    earlierDataCount: 0,
    orders: counts && { counts, ...money },
    quotes: { attention: { count: 0 }, moved: null },
    sync: { nextStep: 'none', syncedAt: null },
    activity: [],
    ...part,
  } as unknown as HomeView;
}

describe('the place of the set-up on the home screen', () => {
  it.each([
    ['is at the top and open if no work waits', view(noWork, newcomer), 'top', false],
    [
      'is above the cash and open if work waits and no step is done',
      view(work, newcomer),
      'below_work',
      false,
    ],
    [
      'is one row below the cash once a step is done',
      view(work, { ...newcomer, shipment: true }),
      'below_cash',
      true,
    ],
    ['is one row below the cash if the steps are hidden or done', view(work, null), 'below_cash', true],
    [
      'is open below the cash while the data of the store is read',
      view(work, { ...newcomer, quote: true }, { sync: { nextStep: 'wait_backfill', syncedAt: null } }),
      'below_cash',
      false,
    ],
    [
      'is open below the cash if an earlier installation left data',
      view(work, { ...newcomer, quote: true }, { earlierDataCount: 1 }),
      'below_cash',
      false,
    ],
    ['is below the notice about orders that the app may not read', view(null, newcomer), 'below_cash', true],
  ] as const)('%s', (_, home, place, isCompact) =>
    expect(placeSetUp(home, true)).toEqual({
      place,
      isCompact,
      isNextOnPhone: false,
      isBelowCashOnLaptop: place === 'below_work',
    }),
  );

  it.each([
    ['the sales of today', work, {}, sold, 'below_work', true],
    ['cash that nobody has received', work, {}, owed, 'below_work', true],
    ['a total of the cash notebook', noWork, {}, inNotebook, 'top', true],
    [
      'the sales of a store with data of an earlier installation',
      work,
      { earlierDataCount: 1 },
      sold,
      'below_work',
      false,
    ],
    [
      'the sales of a store whose orders are still read',
      work,
      { sync: { nextStep: 'wait_backfill', syncedAt: null } },
      sold,
      'below_work',
      false,
    ],
  ] as const)(
    'above %s, a phone shows the next step or all; a laptop shows all steps below the money',
    (_, counts, part, money, place, isNextOnPhone) =>
      expect(placeSetUp(view(counts, newcomer, part, money), true)).toEqual({
        place,
        isCompact: false,
        isNextOnPhone,
        isBelowCashOnLaptop: true,
      }),
  );

  it('is one row below the cash for a user who may not change the settings', () => {
    expect(placeSetUp(view(work, newcomer, {}, sold), false)).toEqual({
      place: 'below_cash',
      isCompact: true,
      isNextOnPhone: false,
      isBelowCashOnLaptop: false,
    });
  });
});
