import { firstSteps, type StepFacts } from '@/lib/home/first-steps';
import { listScopes } from '@/lib/installs/compare-scopes';
import { productsScope } from '@/lib/platform/assumptions';
import type { Scope } from '@/lib/platform/contract/scopes';

/** Scopes that the app needs for its main tasks: to read, create, change and ship orders, and to read products. */
export const coreScopes = [
  'orders:read',
  'orders:create',
  'orders:write',
  'fulfillments:write',
  productsScope,
] as const;

/** What is left of the set-up of the app. */
export type SetUpGuide = {
  /** All scopes of the app that are not in effect, as the settings screen lists them. */
  missingScopes: Scope[];
  /** True if the webhook subscription is active, so the platform notifies the app of changes. */
  isSubscribed: boolean;
  /** The first steps; null if all are done, or if the merchant hid them. */
  steps: StepFacts | null;
};

/**
 * Returns what is left of the set-up. Returns null if nothing is left: the app can do its main tasks, and the first
 * steps are done or hidden. A merchant may decide against the other scopes.
 */
export function setUpGuide(facts: {
  scopes: ReadonlySet<string>;
  subscription: string;
  steps: StepFacts;
  areStepsHidden: boolean;
}): SetUpGuide | null {
  const isSubscribed = facts.subscription === 'active';
  const canWork = coreScopes.every((scope) => facts.scopes.has(scope));
  const areStepsOver = facts.areStepsHidden || firstSteps.every((step) => facts.steps[step]);
  if (canWork && isSubscribed && areStepsOver) return null;
  const listed = listScopes({ granted: [], effective: [...facts.scopes] });
  const missingScopes = listed.flatMap(({ scope, missing }) => (missing ? [scope] : []));
  return { missingScopes, isSubscribed, steps: areStepsOver ? null : facts.steps };
}
