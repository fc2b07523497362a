import type { EndpointName } from 'commerce-platform-client/contract/endpoints';
import { endpoints } from 'commerce-platform-client/contract/endpoints';
import { type Scope, scopes } from 'commerce-platform-client/contract/scopes';

/** Features that need more than one scope, each with the scopes that it needs (platform: Scopes). */
const furtherFeatures = {
  customerDetails: ['orders:read', 'clients:read'],
  stockLevels: ['products:read', 'inventory:read'],
  restock: ['refunds:write', 'inventory:write'],
} as const satisfies Record<string, readonly Scope[]>;

/** A feature that needs one or more scopes: a platform endpoint, or one of `furtherFeatures`. */
export type Feature = EndpointName | keyof typeof furtherFeatures;

/**
 * Why the app does not have a scope.
 *
 * - `never_granted`: no merchant has granted the scope.
 * - `switched_off`: the scope was granted and then switched off.
 * - `agreement`: the scope was granted, but the data processing agreement is probably missing.
 */
export type ScopeReason = 'never_granted' | 'switched_off' | 'agreement';

/**
 * What a merchant must do in the store admin, so that the app gets a scope. The merchant approves the app again,
 * switches the scope on, or accepts the data processing agreement.
 */
export type ScopeRemedy = 'approve_again' | 'switch_on' | 'accept_agreement';

export type MissingScope = { scope: Scope; reason: ScopeReason; remedy: ScopeRemedy };
export type FeatureState = { works: true } | { works: false; missing: MissingScope[] };

const remedies = {
  never_granted: 'approve_again',
  switched_off: 'switch_on',
  agreement: 'accept_agreement',
} as const satisfies Record<ScopeReason, ScopeRemedy>;

/** Scopes that need a data processing agreement. platform: Scopes, clients:read and clients:write. */
const needsAgreement: ReadonlySet<Scope> = new Set(['clients:read', 'clients:write']);

/**
 * Returns for each feature whether it works with the granted and effective scopes (platform: Installation). A feature
 * that does not work has a list of the missing scopes, each with the reason and the remedy. Scopes that the platform
 * adds later belong to no feature.
 */
export function compareScopes(grant: {
  granted: readonly string[];
  effective: readonly string[];
}): Record<Feature, FeatureState> {
  const granted = new Set(grant.granted);
  const effective = new Set(grant.effective);
  const stateOf = (needed: readonly Scope[]): FeatureState => {
    const missing = needed
      .filter((scope) => !effective.has(scope))
      .map((scope) => missingScope(scope, granted));
    return missing.length === 0 ? { works: true } : { works: false, missing };
  };
  const states = Object.entries(neededScopes).map(([feature, needed]) => [feature, stateOf(needed)]);
  return Object.fromEntries(states) as Record<Feature, FeatureState>;
}

/**
 * A scope and whether the app has it. `missing` is null if the app has the scope. If the app does not have it,
 * `missing` has the reason and the remedy.
 */
export type ListedScope = { scope: Scope; missing: MissingScope | null };

/**
 * Returns the scopes in the sequence of the platform document, each with the reason if the app does not have it. Scopes
 * that no feature needs are left out (AUT-12).
 */
export function listScopes(grant: {
  granted: readonly string[];
  effective: readonly string[];
}): ListedScope[] {
  const granted = new Set(grant.granted);
  const effective = new Set(grant.effective);
  const needed = new Set<Scope>(Object.values(neededScopes).flat());
  return scopes
    .filter((scope) => needed.has(scope))
    .map((scope) => ({ scope, missing: effective.has(scope) ? null : missingScope(scope, granted) }));
}

/** Returns true if two lists contain the same scopes. Sequence and repetitions do not matter. */
export function sameScopes(some: readonly string[], others: readonly string[]): boolean {
  const [left, right] = [new Set(some), new Set(others)];
  return left.size === right.size && [...left].every((scope) => right.has(scope));
}

const neededScopes: Record<Feature, readonly Scope[]> = {
  ...mapEndpoints(),
  ...furtherFeatures,
};

function mapEndpoints(): Record<EndpointName, readonly Scope[]> {
  const entries = Object.entries(endpoints).map(([name, { scope }]) => [name, scope === null ? [] : [scope]]);
  return Object.fromEntries(entries) as Record<EndpointName, readonly Scope[]>;
}

function missingScope(scope: Scope, granted: ReadonlySet<string>): MissingScope {
  const reason = !granted.has(scope)
    ? 'never_granted'
    : needsAgreement.has(scope)
      ? 'agreement'
      : 'switched_off';
  return { scope, reason, remedy: remedies[reason] };
}
