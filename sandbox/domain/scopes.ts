import type { Scope } from '@/lib/platform/contract/scopes';
import type { InstallRecord } from '@/sandbox/world/records';

/**
 * The scopes that every request is checked against. The clients scopes take effect only with the data processing
 * agreement (AUT-6, AUT-11).
 */
export function effectiveScopes(install: InstallRecord): Scope[] {
  return install.allowed_scopes.filter((scope) => install.dpa_accepted || !needsAgreement(scope));
}

/** True for the scopes that open personal data (platform: Scopes). */
export function needsAgreement(scope: Scope): boolean {
  return scope === 'clients:read' || scope === 'clients:write';
}
