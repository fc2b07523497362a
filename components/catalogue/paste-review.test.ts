import { describe, expect, it } from 'vitest';
import { catalogueHit } from '@/lib/catalogue/catalogue-hit';
import type { MatchedItem, MessageCandidate } from '@/lib/catalogue/message-match';
import { ProductId, VariantId } from 'commerce-platform-client/contract/ids';
import { isDecided, linesOfReview, reviewRow, withChoice } from './paste-review';

function candidate(id: string, quantity: number, status = 'active'): MessageCandidate {
  const variant = { id: VariantId.parse(id), name: id, status };
  return { hit: catalogueHit({ id: ProductId.parse('p'), name: 'Soap' }, variant, true), quantity };
}
const said = { text: 'صابون', quantity: 2, isQuantitySaid: true, price: null };
const open: MatchedItem = {
  ...said,
  code: 'candidates',
  candidates: [candidate('kilo', 2), candidate('half', 4)],
};
const nothing: MatchedItem = { ...said, code: 'none', candidates: [] };

describe('the review of a pasted message', () => {
  it('chooses a single match, leaves several candidates undecided, and leaves out unmatched text without a quantity', () => {
    const sure: MatchedItem = { ...said, code: 'hit', candidates: [candidate('kilo', 2)] };
    const rows = [sure, open, nothing, { ...nothing, isQuantitySaid: false }].map(reviewRow);
    expect(rows.map(({ choice }) => choice)).toEqual(['kilo', 'undecided', 'custom', 'leave_out']);
    expect(rows.map(isDecided)).toEqual([true, false, true, true]);
    expect(linesOfReview(rows)).toMatchObject([
      { hit: { variantId: 'kilo' }, name: 'Soap - kilo', quantity: 2 },
      { hit: null, name: 'صابون', quantity: 2 },
    ]);
  });

  it.each([
    ['active', 'kilo'],
    ['out_of_stock', 'kilo'],
    ['discontinued', 'undecided'],
    ['hidden', 'undecided'],
  ])('a single match with the status %s gives the choice %s', (status, choice) => {
    expect(reviewRow({ ...said, code: 'hit', candidates: [candidate('kilo', 2, status)] }).choice).toBe(
      choice,
    );
  });

  it('the quantity follows the chosen pack, but a typed quantity stays', () => {
    const row = reviewRow(open);
    expect(withChoice(row, 'half').quantity).toBe('4');
    expect(withChoice(withChoice(row, 'half'), 'kilo').quantity).toBe('2');
    expect(withChoice({ ...row, quantity: '٧' }, 'half').quantity).toBe('٧');
  });

  it.each(['', '0', 'x', '1000001', '-1'])('a quantity of %j adds no line', (quantity) => {
    const row = { ...reviewRow(nothing), quantity };
    expect([isDecided(row), linesOfReview([row])]).toEqual([false, []]);
  });
});
