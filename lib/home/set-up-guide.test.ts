import { describe, expect, it } from 'vitest';
import { coreScopes, setUpGuide } from '@/lib/home/set-up-guide';

const all = new Set<string>(coreScopes);
const without = (scope: string) => new Set([...all].filter((one) => one !== scope));

describe('the set-up guide', () => {
  it.each([
    ['everything is done', { scopes: all, subscription: 'active', hasOrder: true }, null],
    [
      'nothing is done',
      { scopes: new Set<string>(), subscription: 'none', hasOrder: false },
      { missingScopes: [...coreScopes], isSubscribed: false, hasOrder: false },
    ],
    [
      'a scope is missing, though all else is done',
      { scopes: without('orders:write'), subscription: 'active', hasOrder: true },
      { missingScopes: ['orders:write'], isSubscribed: true, hasOrder: true },
    ],
    [
      'a subscription that is not active tells nothing',
      { scopes: all, subscription: 'inactive', hasOrder: true },
      { missingScopes: [], isSubscribed: false, hasOrder: true },
    ],
    [
      'the first order is still to come',
      { scopes: all, subscription: 'active', hasOrder: false },
      { missingScopes: [], isSubscribed: true, hasOrder: false },
    ],
  ])('%s', (_, facts, guide) => expect(setUpGuide(facts)).toEqual(guide));

  it('does not require scopes that the order desk can work without', () => {
    expect(setUpGuide({ scopes: all, subscription: 'active', hasOrder: true })).toBeNull();
    expect(all.has('clients:read')).toBe(false);
  });
});
