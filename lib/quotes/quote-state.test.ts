import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canRetry,
  canRewrite,
  canWithdraw,
  canWithdrawLink,
  type EvaluatedQuote,
  isLinkClosed,
  openStates,
  quoteStateOf,
  quoteStates,
} from './quote-state';

const now = new Date('2026-11-21T12:00:00Z');
const writes = [null, 'recorded', 'sending', 'unknown', 'needs_review', 'refused', 'succeeded'];
const quotes = fc.record<EvaluatedQuote>({
  state: fc.constantFrom(...quoteStates),
  expiresAt: fc.option(
    fc.integer({ min: -10, max: 10 }).map((hours) => new Date(now.getTime() + hours * 3_600_000)),
  ),
  orderWrite: fc.constantFrom(...writes),
  hasLink: fc.boolean(),
});
const every = (holds: (quote: EvaluatedQuote) => void) =>
  fc.assert(fc.property(quotes, holds), { numRuns: 10_000 });

describe('the state of a quote', () => {
  it('is never open after the quote has expired, whether or not a worker has stored that', () => {
    every((quote) => {
      const isOver = quote.expiresAt !== null && quote.expiresAt <= now;
      const state = quoteStateOf(quote, now);
      if (isOver) expect(openStates).not.toContain(state);
      if (!openStates.includes(quoteStates.find((one) => one === quote.state) ?? 'draft'))
        expect(state).toBe(quote.state);
    });
  });

  it('allows no rewrite, retry or withdrawal while an order of the quote may exist', () => {
    every((quote) => {
      const mayBeOrdered =
        ['accepted', 'converted'].includes(quote.state) ||
        (quote.state === 'needs_attention' && quote.orderWrite !== 'refused');
      if (!mayBeOrdered) return;
      expect(canRewrite(quote, now)).toBe(false);
      expect(canRetry(quote)).toBe(false);
      expect(canWithdraw(quote, now)).toBe(false);
    });
  });

  it('allows a rewrite in every other case, and a withdrawal if the quote is open or its order was refused', () => {
    every((quote) => {
      const state = quoteStateOf(quote, now);
      const isRefused = state === 'needs_attention' && quote.orderWrite === 'refused';
      expect(canRewrite(quote, now)).toBe(
        isRefused || !['accepted', 'converted', 'needs_attention'].includes(state),
      );
      expect(canWithdraw(quote, now)).toBe(isRefused || openStates.includes(state));
    });
  });

  it('allows to revoke the link in every state, either by withdrawing the quote or by revoking only the link', () => {
    every((quote) => {
      const [withQuote, alone] = [canWithdraw(quote, now), canWithdrawLink(quote, now)];
      expect(withQuote && alone).toBe(false);
      if (quote.hasLink) expect(withQuote || alone).toBe(true);
      else expect(alone).toBe(false);
    });
  });

  it('S19: closes the link 14 days after the answer, or when the quote expires without one', () => {
    const day = 86_400_000;
    const isClosed = (state: string, answeredDaysAgo: number | null, expiredDaysAgo: number) =>
      isLinkClosed(
        {
          state,
          answeredAt: answeredDaysAgo === null ? null : new Date(now.getTime() - answeredDaysAgo * day),
          expiresAt: new Date(now.getTime() - expiredDaysAgo * day),
        },
        now,
      );
    for (const state of ['accepted', 'converted', 'declined', 'needs_attention']) {
      expect(isClosed(state, 13.9, -1), state).toBe(false);
      expect(isClosed(state, 13.9, 10), state).toBe(false);
      expect(isClosed(state, 14, -1), state).toBe(true);
    }
    for (const state of openStates) {
      expect(isClosed(state, null, -0.1), state).toBe(false);
      expect(isClosed(state, null, 0), state).toBe(true);
    }
  });

  it('is an error if the stored state is unknown', () => {
    expect(() => quoteStateOf({ state: 'half', expiresAt: null }, now)).toThrow('half');
  });
});
