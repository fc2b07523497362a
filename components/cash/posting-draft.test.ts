import { describe, expect, it } from 'vitest';
import {
  currentAmounts,
  draftLine,
  emptyPosting,
  followSuggestions,
  type PostingChoice,
  restorePosting,
  type TypedAmounts,
} from '@/components/cash/posting-draft';
import type { CashOrderItem } from '@/lib/cash/cash-view';

const money = (amount_minor: number, currency = 'USD') => ({ amount_minor, currency, decimals: 2 });
const order: CashOrderItem = {
  orderId: 'ord_1',
  number: '#1',
  carrierId: null,
  carrierName: null,
  state: 'delivered',
  days: 0,
  tracking: [],
  since: '2026-11-20T00:00:00Z',
  due: money(10_000),
  open: money(10_000),
  isPaid: false,
  isPartShipped: false,
};
const noFee: PostingChoice = { kind: 'remitted', fee: null };
const withFee: PostingChoice = { kind: 'remitted', fee: money(500) };
const lineOf = (text: string | null | undefined, choice: PostingChoice) =>
  draftLine(order, { ord_1: text }, choice);

describe('a line of a posting by hand', () => {
  it('has the open amount without the fee of the carrier, until the user types an amount', () => {
    expect(lineOf(undefined, noFee)).toMatchObject({ text: '100.00', amountMinor: 10_000, feeMinor: 0 });
    expect(lineOf(undefined, withFee)).toMatchObject({ text: '95.00', amountMinor: 9_500, feeMinor: 500 });
    expect(lineOf('٨٠', withFee)).toMatchObject({ text: '٨٠', amountMinor: 8_000, feeMinor: 500 });
    expect(lineOf(null, withFee)).toBeNull();
  });

  it('never has amount and fee of more than the open amount, except if the carrier handed over too much', () => {
    for (const text of ['95.01', '100'])
      expect(lineOf(text, withFee), text).toMatchObject({ amountMinor: null, problem: 'withFeeTooMuch' });
    expect(lineOf('100.01', withFee)).toMatchObject({ amountMinor: 10_001, feeMinor: 500, problem: null });
    const small = draftLine({ ...order, open: money(300) }, {}, withFee);
    expect(small).toMatchObject({ amountMinor: 0, feeMinor: 300, problem: null });
  });

  it('has no fee in another currency and none if it is written off', () => {
    expect(lineOf(undefined, { kind: 'remitted', fee: money(500, 'SYP') })).toMatchObject({ feeMinor: 0 });
    expect(lineOf(undefined, { ...withFee, kind: 'written_off' })).toMatchObject({
      amountMinor: 10_000,
      feeMinor: 0,
    });
  });

  it('is refused if its text is no amount that can be posted', () => {
    for (const text of ['', 'x', '-1', '1.234'])
      expect(lineOf(text, noFee), text).toMatchObject({ amountMinor: null, problem: 'amountWrong' });
    for (const text of ['0', '100.01'])
      expect(lineOf(text, { ...noFee, kind: 'written_off' }), text).toMatchObject({
        problem: 'writeOffWrong',
      });
    expect(lineOf('0', noFee)).toMatchObject({ amountMinor: 0, problem: null });
  });
});

describe('the typed amounts after the user ticked or unticked the fee', () => {
  const follow = (text: string | null, before: PostingChoice, after: PostingChoice) => {
    const typed: TypedAmounts = followSuggestions([order], { ord_1: text }, before);
    return draftLine(order, typed, after);
  };

  it('follow the new suggestion if they are the earlier one', () => {
    expect(follow('100', noFee, withFee)).toMatchObject({ amountMinor: 9_500, feeMinor: 500 });
    expect(follow('95', withFee, noFee)).toMatchObject({ amountMinor: 10_000, feeMinor: 0 });
  });

  it('stay if they are those of the user, and an order that is not chosen stays so', () => {
    expect(follow('80', noFee, withFee)).toMatchObject({ amountMinor: 8_000, feeMinor: 500 });
    expect(follow('x', noFee, withFee)).toMatchObject({ text: 'x', problem: 'amountWrong' });
    expect(follow(null, noFee, withFee)).toBeNull();
  });
});

describe('the form after a reload', () => {
  const input = { ...emptyPosting, note: 'x', amounts: { ord_1: '80' }, opens: { ord_1: 10_000 } };

  it('has the typed values', () => {
    expect(restorePosting(JSON.parse(JSON.stringify(input)))).toEqual(input);
    for (const other of [null, 'x', [], {}, { ...input, amounts: null }, { ...input, note: 1 }])
      expect(restorePosting(other), JSON.stringify(other)).toBeNull();
  });

  it('has the suggested amount if cash of the order was recorded in the meantime', () => {
    const amountOf = (open: number) => {
      const now = { ...order, open: money(open) };
      return draftLine(now, currentAmounts(input, [now]), noFee)?.text;
    };
    expect(amountOf(10_000)).toBe('80');
    expect(amountOf(2_000)).toBe('20.00');
  });
});
