import type { Scope } from '@/lib/platform/contract/scopes';
import type { InstallRecord } from '@/sandbox/world/records';

/** What every request is checked against: clients scopes wait for the data processing agreement (AUT-6, AUT-11). */
export function effectiveScopes(install: InstallRecord): Scope[] {
  return install.allowed_scopes.filter((scope) => install.dpa_accepted || !needsAgreement(scope));
}

/** Scopes that open personal data (platform: Scopes). */
export function needsAgreement(scope: Scope): boolean {
  return scope === 'clients:read' || scope === 'clients:write';
}
