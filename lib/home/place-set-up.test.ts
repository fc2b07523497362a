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
    [
      'is at the top and open if no work waits and no amount is known',
      view(noWork, newcomer),
      'top',
      false,
      false,
    ],
    [
      'is below the cash if no work waits, but there are sales',
      view(noWork, newcomer, {}, sold),
      'below_cash',
      false,
      true,
    ],
    ['is below the cash if cash is owed', view(noWork, newcomer, {}, owed), 'below_cash', false, true],
    [
      'is below the cash if the notebook has a total',
      view(noWork, newcomer, {}, inNotebook),
      'below_cash',
      false,
      true,
    ],
    [
      'is open below the cash if work waits and no step is done',
      view(work, newcomer),
      'below_cash',
      false,
      true,
    ],
    [
      'is one row below the cash once a step is done',
      view(work, { ...newcomer, shipment: true }),
      'below_cash',
      true,
      false,
    ],
    [
      'is one row below the cash if the steps are hidden or done',
      view(work, null),
      'below_cash',
      true,
      false,
    ],
    [
      'is open below the cash, with all steps, while the data of the store is read',
      view(work, newcomer, { sync: { nextStep: 'wait_backfill', syncedAt: null } }, sold),
      'below_cash',
      false,
      false,
    ],
    [
      'is open below the cash if an earlier installation left data, and shows only the next step',
      view(work, { ...newcomer, quote: true }, { earlierDataCount: 1 }),
      'below_cash',
      false,
      true,
    ],
    [
      'is below the notice about orders that the app may not read',
      view(null, newcomer),
      'below_cash',
      true,
      false,
    ],
  ] as const)('%s', (_, home, place, isCompact, isNextOnly) =>
    expect(placeSetUp(home, true)).toEqual({ place, isCompact, isNextOnly }),
  );

  it('is one row below the cash for a user who may not change the settings', () => {
    expect(placeSetUp(view(work, newcomer, {}, sold), false)).toEqual({
      place: 'below_cash',
      isCompact: true,
      isNextOnly: false,
    });
  });
});
