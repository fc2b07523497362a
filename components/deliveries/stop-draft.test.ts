import { describe, expect, it } from 'vitest';
import {
  draftOf,
  isTypedDraft,
  restoreStops,
  resultOfDraft,
  shownDraft,
  type TypedStops,
} from './stop-draft';

const due = { amount_minor: 12_500, currency: 'USD', decimals: 2 };
const content = {
  name: '',
  phone: '',
  address: '',
  province: '',
  provinceName: null,
  city: '',
  notes: '',
};
const stop = { due, content };

describe('the form of a stop', () => {
  it('begins with the amount to collect, or with the answer of the driver', () => {
    expect(draftOf({ due, result: null })).toEqual({
      answer: 'none',
      paid: '125.00',
      reason: '',
      seen: null,
    });
    const result = {
      id: 'a',
      answer: 'paid' as const,
      paid: { ...due, amount_minor: 100 },
      reason: '',
      at: '',
    };
    expect(draftOf({ due, result })).toEqual({ answer: 'paid', paid: '1.00', reason: '', seen: 'a' });
  });

  it('begins without an amount if a part was already sent, until the driver or the user reports an amount', () => {
    const uncertain = { due, result: null, partCarriers: [] };
    const draft = draftOf(uncertain);
    expect(draft.paid).toBe('');
    expect(isTypedDraft(uncertain, draft)).toBe(false);
    expect(resultOfDraft({ ...draft, answer: 'paid' }, stop)).toBe('invalid');
    const result = { id: 'a', answer: 'delivered' as const, paid: null, reason: '', at: '' };
    expect(draftOf({ ...uncertain, result }).paid).toBe('');
    const paid = { ...due, amount_minor: 100 };
    expect(draftOf({ ...uncertain, result: { ...result, answer: 'paid', paid } }).paid).toBe('1.00');
  });

  it('shows what the user typed only while the sheet is open and the driver sends no newer answer', () => {
    const result = { id: 'a', answer: 'delivered' as const, paid: null, reason: '', at: '' };
    const typed = { answer: 'refused' as const, paid: '', reason: 'x', seen: 'a', dueMinor: 12_500 };
    const shown = (id: string, isOpen: boolean) =>
      shownDraft({ id: 's', due, result: { ...result, id } }, { s: typed }, isOpen).answer;
    expect([shown('a', true), shown('b', true), shown('a', false)]).toEqual([
      'refused',
      'delivered',
      'delivered',
    ]);
  });

  it('is restored after a reload unless the driver has answered or the amount to collect has changed since', () => {
    const of = (id: string, seen: string | null) => ({
      id,
      due,
      result:
        seen === null ? null : { id: seen, answer: 'delivered' as const, paid: null, reason: '', at: '' },
    });
    const paid = { answer: 'paid' as const, paid: '100', reason: '', seen: null, dueMinor: 12_500 };
    const typed: TypedStops = { first: paid, second: paid, third: { ...paid, dueMinor: 10_000 }, gone: paid };
    const saved: unknown = JSON.parse(JSON.stringify(typed));
    const stops = [of('first', null), of('second', 'a'), of('third', null), of('fourth', null)];
    expect(restoreStops(saved, stops)).toEqual({ first: paid });
    expect(restoreStops(saved, [of('second', 'a')])).toBeNull();
    for (const other of [null, 'x', 1, [], { first: null }, { first: {} }])
      expect(restoreStops(other, stops), JSON.stringify(other)).toBeNull();
  });

  it('accepts amounts in both digit sets and refuses what is no amount', () => {
    const paid = (text: string) =>
      resultOfDraft({ answer: 'paid', paid: text, reason: '', seen: null }, stop);
    expect(paid('١٢٥٫٥')).toEqual({ answer: 'paid', paidMinor: 12_550, reason: '' });
    expect([paid('x'), paid('-1'), paid('1.234')]).toEqual(['invalid', 'invalid', 'invalid']);
  });

  it('needs a reason for a refusal, and no result without an answer', () => {
    const draft = { answer: 'refused' as const, paid: '', reason: ' ', seen: null };
    expect(resultOfDraft(draft, stop)).toBe('invalid');
    expect(resultOfDraft(draft, { due, content: null })).toMatchObject({ answer: 'refused', reason: '' });
    expect(resultOfDraft({ ...draft, reason: ' late ' }, stop)).toMatchObject({ reason: 'late' });
    expect(resultOfDraft({ ...draft, answer: 'none' }, stop)).toBeNull();
  });
});
