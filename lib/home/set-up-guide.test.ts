import { describe, expect, it } from 'vitest';
import { setUpGuide } from '@/lib/home/set-up-guide';
import { scopes } from '@/lib/platform/contract/scopes';

/** Every scope that the app uses. */
const used = scopes.filter((scope) => scope !== 'clients:write');
const all = new Set<string>(used);
const without = (scope: string) => new Set([...all].filter((one) => one !== scope));

describe('the set-up guide', () => {
  it.each([
    ['everything is done', { scopes: all, subscription: 'active', hasOrder: true }, null],
    [
      'nothing is done',
      { scopes: new Set<string>(), subscription: 'none', hasOrder: false },
      { missingScopes: used, isSubscribed: false, hasOrder: false },
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
    const facts = { scopes: without('clients:read'), subscription: 'active', hasOrder: true };
    expect(setUpGuide(facts)).toBeNull();
  });

  it('lists a scope that is off, so that Permissions is not marked as done', () => {
    const facts = { scopes: without('clients:read'), subscription: 'active', hasOrder: false };
    expect(setUpGuide(facts)?.missingScopes).toEqual(['clients:read']);
  });
});
