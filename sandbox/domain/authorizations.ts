import { createHash, timingSafeEqual } from 'node:crypto';
import type { AppRecord, AuthorizationRecord, CodeRecord, InstallRecord } from '@/sandbox/world/records';
import type { Scope } from 'commerce-platform-client/contract/scopes';
import type { World } from '@/sandbox/world/world';
import { activeInstall, install, widenGrant } from './installs';
import { needsAgreement } from './scopes';
import { hashOf, issueTokens, newSecret, revokeFamily, type TokenPair } from './tokens';

const consentMs = 10 * 60_000;
/** Lifetime of an OAuth authorization code, in milliseconds (A1). */
const codeMs = 60_000;

/**
 * Stores an OAuth authorization request while the merchant reads the consent page. The id of the stored
 * request is unguessable and can be used once.
 */
export function openAuthorization(
  world: World,
  request: Omit<AuthorizationRecord, 'id' | 'expires_ms'>,
): AuthorizationRecord {
  return world.authorizations.put({
    ...request,
    id: newSecret('auth'),
    expires_ms: world.nowMs() + consentMs,
  });
}

/**
 * Removes the authorization request with the given id, and returns it. Returns undefined if no such request is stored,
 * if it was already answered, or if it is older than ten minutes.
 */
export function closeAuthorization(world: World, id: string): AuthorizationRecord | undefined {
  const row = world.authorizations.get(id);
  world.authorizations.drop(id);
  return row && world.nowMs() < row.expires_ms ? row : undefined;
}

/**
 * Compares the scopes of an authorization request with those that the app has in the store. `granted` lists the
 * requested scopes that the app already has. `requested` lists the requested scopes that are new. Returns null if the
 * app is not installed.
 */
export function compareGrant(
  world: World,
  request: AuthorizationRecord,
): { granted: Scope[]; requested: Scope[]; memberActive: boolean } | null {
  const install = activeInstall(world, request.app_id, request.store_id);
  if (!install) return null;
  const isGranted = (scope: Scope) =>
    install.granted_scopes.includes(scope) && (install.dpa_accepted || !needsAgreement(scope));
  return {
    granted: request.scopes.filter(isGranted),
    requested: request.scopes.filter((scope) => !isGranted(scope)),
    memberActive: install.member_active,
  };
}

/** Creates an OAuth authorization code after the merchant accepted. The code is valid for 60 s and can be used once. */
export function issueCode(world: World, request: AuthorizationRecord, dpaAccepted: boolean): string {
  const code = newSecret('code');
  world.codes.put({
    ...request,
    id: hashOf(code),
    expires_ms: world.nowMs() + codeMs,
    dpa_accepted: dpaAccepted,
    family_id: null,
  });
  return code;
}

/**
 * Exchanges an OAuth authorization code for tokens (RFC 6749, 4.1.3; RFC 7636, 4.6). Returns null for the OAuth error
 * invalid_grant. If the app has an active install in the store, the install keeps its id and gets a new token family. A
 * second use of a code revokes the tokens that its first use created.
 */
export function redeemCode(
  world: World,
  app: AppRecord,
  given: { code: string; redirectUri: string; verifier: string },
): (TokenPair & { install: InstallRecord }) | null {
  const row = world.codes.get(hashOf(given.code));
  if (!row || row.app_id !== app.id) return null;
  if (row.family_id !== null) {
    if (world.tokenFamilies.get(row.family_id)) revokeFamily(world, row.family_id);
    return null;
  }
  if (world.nowMs() >= row.expires_ms || row.redirect_uri !== given.redirectUri) return null;
  if (!provesChallenge(given.verifier, row.code_challenge)) return null;
  const granted = installFor(world, app, row);
  const { familyId, ...pair } = issueTokens(world, granted.id);
  world.codes.put({ ...row, family_id: familyId });
  return { install: granted, ...pair };
}

/**
 * Deletes expired authorization requests and expired codes. A used code is kept as long as the token family (all tokens
 * of one authorization) that it created. A second use of the code must revoke that family.
 */
export function forgetAuthorizations(world: World): void {
  for (const row of world.authorizations.each())
    if (row.expires_ms <= world.nowMs()) world.authorizations.drop(row.id);
  for (const row of world.codes.each()) {
    const used = row.family_id !== null && world.tokenFamilies.get(row.family_id) !== undefined;
    if (row.expires_ms <= world.nowMs() && !used) world.codes.drop(row.id);
  }
}

function installFor(world: World, app: AppRecord, code: CodeRecord): InstallRecord {
  const grant = { scopes: code.scopes, dpaAccepted: code.dpa_accepted };
  const existing = activeInstall(world, app.id, code.store_id);
  return existing
    ? widenGrant(world, existing, grant)
    : install(world, app, world.stores.need(code.store_id), grant);
}

/**
 * Returns true if BASE64URL(SHA256(verifier)) equals the challenge (PKCE). A valid verifier has 43 to 128 unreserved
 * characters.
 */
function provesChallenge(verifier: string, challenge: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false;
  const proof = Buffer.from(createHash('sha256').update(verifier).digest('base64url'));
  const expected = Buffer.from(challenge);
  return proof.length === expected.length && timingSafeEqual(proof, expected);
}
