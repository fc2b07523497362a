import { describe, expect, it } from 'vitest';
import {
  checkDrawer,
  draftsOf,
  drawerOf,
  emptyDraft,
  hasNoMovement,
  isDayTyped,
  restoreDay,
  startDraft,
} from '@/components/cash/day/day-draft';
import type { DayRecord, OpenDayFigures } from '@/lib/cash/day/day-view';
import { currencyKey } from '@/lib/shared/numbers/money';

const money = (amount_minor: number) => ({ amount_minor, currency: 'USD', decimals: 2 });
const none = { orders: 0, sum: money(0) };
const figures: OpenDayFigures = {
  currency: 'USD',
  decimals: 2,
  created: none,
  shipped: none,
  remitted: money(5_000),
  fee: money(0),
  writtenOff: money(0),
  owed: none,
  opening: { money: money(1_000), day: '2026-11-27' },
};
const line = (id: number, amount: string, isOut: boolean, label = 'x') => ({ id, label, amount, isOut });

/** The sum of a recorded day with one line and a difference. */
const recordedSum = {
  ...figures,
  opening: money(1_000),
  lines: [{ label: 'tea', amount: money(-250) }],
  moneyIn: money(0),
  moneyOut: money(250),
  expected: money(5_750),
  counted: money(5_700),
  difference: money(-50),
  reason: 'lost',
};

describe('the drawer of a day', () => {
  it('expects the opening amount, the remittances and the other money in and out', () => {
    const lines = [line(1, '20', false), line(2, '٥٫٥', true)];
    const checked = checkDrawer(figures, { ...emptyDraft, counted: '74.50', lines });
    expect(checked).toMatchObject({ expectedMinor: 7_450, countedMinor: 7_450, differenceMinor: 0 });
    expect(drawerOf(figures, { ...emptyDraft, counted: '74.5', lines })).toEqual({
      currency: 'USD',
      decimals: 2,
      openingMinor: 1_000,
      remittedMinor: 5_000,
      countedMinor: 7_450,
      reason: '',
      lines: [
        { label: 'x', amountMinor: 2_000 },
        { label: 'x', amountMinor: -550 },
      ],
    });
  });

  it('needs a reason for a difference, and only for a difference', () => {
    const short = { ...emptyDraft, counted: '59.99' };
    expect(checkDrawer(figures, short)).toMatchObject({ differenceMinor: -1, problems: { reason: true } });
    expect(drawerOf(figures, short)).toBeNull();
    expect(drawerOf(figures, { ...short, reason: '   ' })).toBeNull();
    expect(drawerOf(figures, { ...short, reason: ' change ' })).toMatchObject({ reason: 'change' });
    expect(drawerOf(figures, { ...emptyDraft, counted: '60' })).toMatchObject({ reason: '' });
  });

  it('uses the typed opening amount only if no earlier day is closed', () => {
    const draft = { ...emptyDraft, opening: '3', counted: '60' };
    expect(checkDrawer(figures, draft).openingMinor).toBe(1_000);
    expect(checkDrawer({ ...figures, opening: null }, draft).openingMinor).toBe(300);
    expect(checkDrawer({ ...figures, opening: null }, emptyDraft).problems.opening).toBe(true);
  });

  it('is refused if a text is no amount, and if a line has no label or an amount of zero', () => {
    for (const counted of ['', 'x', '-1', '1.234', '1000000000001'])
      expect(checkDrawer(figures, { ...emptyDraft, counted }).problems.counted, counted).toBe(true);
    const lines = [line(1, '0', false), line(2, '1', true, ' '), line(3, '', true)];
    const { problems, expectedMinor } = checkDrawer(figures, { ...emptyDraft, counted: '60', lines });
    expect(problems).toMatchObject({ labels: [2], amounts: [1, 3] });
    expect(expectedMinor).toBeNull();
  });

  it('begins a correction with what the record says', () => {
    const record: DayRecord = {
      id: '1',
      version: 1,
      at: '',
      actorName: null,
      day: '2026-11-28',
      sums: [recordedSum],
    };
    const draft = draftsOf(record)[currencyKey(recordedSum)];
    expect(draft).toEqual({
      opening: '10.00',
      counted: '57.00',
      reason: 'lost',
      lines: [line(0, '2.50', true, 'tea')],
    });
    expect(checkDrawer(figures, draft ?? emptyDraft)).toMatchObject({ differenceMinor: -50 });
  });
});

describe('a currency without movement', () => {
  const empty = { money: money(0), day: '2026-11-27' };
  const still: OpenDayFigures = { ...figures, remitted: money(0), opening: empty };

  it('begins with the amount 0, so the day can be closed without typing it', () => {
    expect(startDraft(still)).toMatchObject({ counted: '0' });
    expect(drawerOf(still, startDraft(still))).toMatchObject({ openingMinor: 0, countedMinor: 0 });
    expect(startDraft(figures)).toEqual(emptyDraft);
  });

  it('may have cash with carriers, but nothing happened on the day and its drawer was empty', () => {
    const one = { orders: 1, sum: money(0) };
    expect(hasNoMovement({ ...still, owed: { orders: 2, sum: money(100) } })).toBe(true);
    const moved = [{ created: one }, { shipped: one }, { partShipped: 1 }, { fee: money(1) }];
    for (const change of [
      ...moved,
      { remitted: money(1) },
      { writtenOff: money(1) },
      { opening: figures.opening },
      { opening: null },
    ])
      expect(hasNoMovement({ ...still, ...change }), JSON.stringify(change)).toBe(false);
  });
});

describe('a form of a day is typed', () => {
  const empty = { money: money(0), day: '2026-11-27' };
  const still: OpenDayFigures = { ...figures, currency: 'EUR', remitted: money(0), opening: empty };
  const [usd, eur] = [currencyKey(figures), currencyKey(still)];
  const open = { figures: [figures, still], record: null };
  const isTyped = (draft: object, key = usd) => isDayTyped({ [key]: { ...emptyDraft, ...draft } }, open);

  it('while a field that it shows has a value', () => {
    expect(isTyped({ counted: '6' })).toBe(true);
    expect(isTyped({ counted: '0' })).toBe(true);
    expect(isTyped({ counted: 'x' })).toBe(true);
    expect(isTyped({ counted: '1' }, eur)).toBe(true);
    expect(isTyped({ lines: [line(1, '', true)] })).toBe(true);
    expect(isTyped({ lines: [line(1, '5', true, '')] })).toBe(true);
  });

  it('not after the user has cleared everything that the form shows', () => {
    expect(isDayTyped({}, open)).toBe(false);
    expect(isTyped({ counted: ' ' })).toBe(false);
    expect(isTyped({ lines: [line(1, '', false, ' ')] })).toBe(false);
    // The reason is shown only with a difference, and the opening amount only if no earlier day is closed.
    expect(isTyped({ reason: 'lost', opening: '3' })).toBe(false);
    expect(isTyped({ counted: '0' }, eur)).toBe(false);
    expect(isTyped({}, eur)).toBe(false);
  });

  it('in a correction, while it differs from the record', () => {
    const record = { id: '1', version: 1, at: '', actorName: null, day: '2026-11-28', sums: [recordedSum] };
    const stored = draftsOf(record)[usd] ?? emptyDraft;
    const differs = (draft: object) => isDayTyped({ [usd]: { ...stored, ...draft } }, { ...open, record });
    expect(differs({})).toBe(false);
    expect(differs({ counted: '57', lines: [line(9, '2.5', true, 'tea ')] })).toBe(false);
    for (const draft of [{ counted: '' }, { counted: '58' }, { reason: 'tea' }, { lines: [] }, emptyDraft])
      expect(differs(draft), JSON.stringify(draft)).toBe(true);
  });
});

describe('the values of a day that were typed before a reload', () => {
  const record: DayRecord = { id: 'r1', version: 1, at: '', actorName: null, day: '2026-11-28', sums: [] };
  const typed = { version: 0, drafts: { 'USD 2': { ...emptyDraft, counted: '60' } }, sentId: null };
  const sent = { ...typed, sentId: 'r1' };

  it('are restored, also if another user has closed the day, because the screen then says so', () => {
    expect(restoreDay(typed, { record: null, corrected: [] })).toEqual(typed);
    expect(restoreDay(sent, { record: null, corrected: [] })).toEqual(sent);
    expect(restoreDay(typed, { record, corrected: [] })).toEqual(typed);
  });

  it('are not restored if they are stored as the record, or as a record that was corrected later', () => {
    expect(restoreDay(sent, { record, corrected: [] })).toBeNull();
    const newer = { ...record, id: 'r2', version: 2 };
    expect(restoreDay(sent, { record: newer, corrected: [record] })).toBeNull();
  });

  it.each([null, 1, [], {}, { version: 1, drafts: null, sentId: null }])(
    'are not restored from another value: %j',
    (saved) => {
      expect(restoreDay(saved, { record: null, corrected: [] })).toBeNull();
    },
  );
});
