import type { Scope } from 'commerce-platform-client/contract/scopes';
import type { InstallRecord } from '@/sandbox/world/records';

/**
 * Returns the scopes that the requests of an install may use. Scopes for customer data take effect only after the
 * merchant accepted the data processing agreement (AUT-6, AUT-11).
 */
export function effectiveScopes(install: InstallRecord): Scope[] {
  return install.allowed_scopes.filter((scope) => install.dpa_accepted || !needsAgreement(scope));
}

/** True if a scope gives access to personal data (platform: Scopes). */
export function needsAgreement(scope: Scope): boolean {
  return scope === 'clients:read' || scope === 'clients:write';
}
