import { listSteps, type StepFacts } from '@/lib/home/first-steps';
import { listScopes } from '@/lib/installs/compare-scopes';
import { productsScope } from 'commerce-platform-client/assumptions';
import type { Scope } from 'commerce-platform-client/contract/scopes';

/**
 * Scopes that the app needs for its main tasks: reading, creating, changing and shipping orders, and reading products.
 */
const coreScopes = [
  'orders:read',
  'orders:create',
  'orders:write',
  'fulfillments:write',
  productsScope,
] as const;

/** The open tasks of the app's set-up. */
export type SetUpGuide = {
  /** All scopes that the app uses and does not have, as the settings screen lists them. */
  missingScopes: Scope[];
  /** True if the webhook subscription is active, so that the platform notifies the app of changes. */
  isSubscribed: boolean;
  /** The state of each first step; null if all are done, or if the merchant has hidden the steps. */
  steps: StepFacts | null;
};

/**
 * Returns the open tasks of the app's set-up. Returns null if nothing is left to do:
 *
 * - The app has the scopes for its main tasks. Other scopes may be missing, because a merchant may decide not to
 *   grant them.
 * - The webhook subscription is active.
 * - The first steps are done or hidden. The step `names` is a choice, so it alone does not keep the set-up open.
 */
export function setUpGuide(facts: {
  scopes: ReadonlySet<string>;
  subscription: string;
  steps: StepFacts;
  areStepsHidden: boolean;
}): SetUpGuide | null {
  const isSubscribed = facts.subscription === 'active';
  const canWork = coreScopes.every((scope) => facts.scopes.has(scope));
  const areStepsOver =
    facts.areStepsHidden || listSteps(facts.steps).every(({ step, isDone }) => isDone || step === 'names');
  if (canWork && isSubscribed && areStepsOver) return null;
  const listed = listScopes({ granted: [], effective: [...facts.scopes] });
  const missingScopes = listed.flatMap(({ scope, missing }) => (missing ? [scope] : []));
  return { missingScopes, isSubscribed, steps: areStepsOver ? null : facts.steps };
}
