import { describe, expect, it } from 'vitest';
import { compareScopes, listScopes, sameScopes } from '@/lib/installs/compare-scopes';
import { endpoints } from 'commerce-platform-client/contract/endpoints';
import { scopes } from 'commerce-platform-client/contract/scopes';

describe('AUT-5 AUT-6 AUT-10 AUT-11 AUT-12: the effective scopes decide which features work', () => {
  it('with every scope, every feature works', () => {
    const states = compareScopes({ granted: scopes, effective: scopes });
    expect(Object.values(states).every(({ works }) => works)).toBe(true);
    expect(Object.keys(states)).toEqual([
      ...Object.keys(endpoints),
      'customerDetails',
      'stockLevels',
      'restock',
    ]);
  });

  it('without any scope, only the features that need no scope work', () => {
    const states = compareScopes({ granted: [], effective: [] });
    const working = Object.entries(states).filter(([, { works }]) => works);
    expect(working.map(([feature]) => feature)).toEqual(
      Object.entries(endpoints)
        .filter(([, { scope }]) => scope === null)
        .map(([name]) => name),
    );
  });

  it.each(scopes)('without %s, exactly the features that need it are off', (lacking) => {
    const effective = scopes.filter((scope) => scope !== lacking);
    const states = compareScopes({ granted: scopes, effective });
    for (const [name, { scope }] of Object.entries(endpoints))
      expect(states[name as keyof typeof endpoints].works, name).toBe(scope !== lacking);
    expect(states.customerDetails.works).toBe(!['orders:read', 'clients:read'].includes(lacking));
    expect(states.stockLevels.works).toBe(!['products:read', 'inventory:read'].includes(lacking));
    expect(states.restock.works).toBe(!['refunds:write', 'inventory:write'].includes(lacking));
  });

  it('a feature that is off names its missing scopes, each with a reason and a remedy', () => {
    const states = compareScopes({
      granted: ['orders:read', 'orders:write', 'clients:read', 'inventory:write'],
      effective: ['orders:read'],
    });
    expect(states.listOrders).toEqual({ works: true });
    expect(states.patchOrder).toEqual({
      works: false,
      missing: [{ scope: 'orders:write', reason: 'switched_off', remedy: 'switch_on' }],
    });
    expect(states.customerDetails).toEqual({
      works: false,
      missing: [{ scope: 'clients:read', reason: 'agreement', remedy: 'accept_agreement' }],
    });
    expect(states.restock).toEqual({
      works: false,
      missing: [
        { scope: 'refunds:write', reason: 'never_granted', remedy: 'approve_again' },
        { scope: 'inventory:write', reason: 'switched_off', remedy: 'switch_on' },
      ],
    });
  });

  it('an effective scope works even if it is not among the granted scopes, and unknown scopes change nothing', () => {
    const states = compareScopes({ granted: [], effective: ['orders:read', 'loyalty:read'] });
    expect(states.getOrder).toEqual({ works: true });
  });

  it('lists of scopes that differ only in order or repetition are the same', () => {
    expect(sameScopes(['a', 'b'], ['b', 'a', 'a'])).toBe(true);
    expect(sameScopes(['a', 'b'], ['a'])).toBe(false);
    expect(sameScopes(['a'], ['b'])).toBe(false);
  });
});

describe('the list of scopes', () => {
  it('has each scope once, with the reason why it is off and the remedy', () => {
    const granted = scopes.filter((scope) => scope !== 'refunds:write');
    const effective = granted.filter((scope) => scope !== 'clients:read' && scope !== 'orders:write');
    const listed = listScopes({ granted, effective });
    expect(listed.map(({ scope }) => scope)).toEqual(scopes.filter((scope) => scope !== 'clients:write'));
    const off = listed.flatMap(({ missing }) => (missing ? [[missing.scope, missing.remedy]] : []));
    expect(Object.fromEntries(off)).toEqual({
      'refunds:write': 'approve_again',
      'orders:write': 'switch_on',
      'clients:read': 'accept_agreement',
    });
  });
});
