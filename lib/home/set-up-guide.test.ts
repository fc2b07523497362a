import { describe, expect, it } from 'vitest';
import { firstSteps, listSteps, type StepFacts } from '@/lib/home/first-steps';
import { setUpGuide } from '@/lib/home/set-up-guide';
import { scopes } from 'commerce-platform-client/contract/scopes';

/** All scopes that the app uses. */
const used = scopes.filter((scope) => scope !== 'clients:write');
const all = new Set<string>(used);
const without = (scope: string) => new Set([...all].filter((one) => one !== scope));
const steps = (isDone: boolean) => Object.fromEntries(firstSteps.map((step) => [step, isDone])) as StepFacts;
const ready = { scopes: all, subscription: 'active', steps: steps(true), areStepsHidden: false };

describe('the set-up guide', () => {
  it.each([
    ['everything is done', {}, null],
    [
      'nothing is done',
      { scopes: new Set<string>(), subscription: 'none', steps: steps(false) },
      { missingScopes: used, isSubscribed: false, steps: steps(false) },
    ],
    [
      'a scope is missing, though all else is done',
      { scopes: without('orders:write') },
      { missingScopes: ['orders:write'], isSubscribed: true, steps: null },
    ],
    [
      'a subscription that is not active tells nothing',
      { subscription: 'inactive' },
      { missingScopes: [], isSubscribed: false, steps: null },
    ],
    [
      'one step is still to come',
      { steps: { ...steps(true), shipment: false } },
      { missingScopes: [], isSubscribed: true, steps: { ...steps(true), shipment: false } },
    ],
    ['the steps are hidden', { steps: steps(false), areStepsHidden: true }, null],
    [
      'the steps are hidden, but live updates are off',
      { steps: steps(false), areStepsHidden: true, subscription: 'none' },
      { missingScopes: [], isSubscribed: false, steps: null },
    ],
  ])('%s', (_, facts, guide) => expect(setUpGuide({ ...ready, ...facts })).toEqual(guide));

  it('does not require scopes that the order desk can work without', () => {
    expect(setUpGuide({ ...ready, scopes: without('clients:read') })).toBeNull();
  });

  it('does not count a step that the facts leave out, as those of an install without clients:read', () => {
    const { names: _, ...others } = steps(true);
    expect(setUpGuide({ ...ready, steps: others })).toBeNull();
    const open = { ...others, order: false, names: false };
    expect(setUpGuide({ ...ready, steps: open })?.steps).toEqual(open);
  });

  it('is over if only the choice about customer names is left', () => {
    expect(setUpGuide({ ...ready, steps: { ...steps(true), names: false } })).toBeNull();
  });

  it('lists the steps of a response from a release that does not know the step "names"', () => {
    const { names: _, ...others } = steps(false);
    expect(listSteps(others).map(({ step }) => step)).toEqual([
      'quote',
      'message',
      'order',
      'shipment',
      'staff',
    ]);
  });

  it('lists a scope that is switched off, so that the step "Permissions" is not marked as done', () => {
    const facts = { ...ready, scopes: without('clients:read'), steps: steps(false) };
    expect(setUpGuide(facts)?.missingScopes).toEqual(['clients:read']);
  });
});
