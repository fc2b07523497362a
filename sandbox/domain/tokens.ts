import { createHash, randomBytes } from 'node:crypto';
import {
  accessTokenSeconds,
  refreshRaceSeconds,
  refreshTokenDays,
} from 'commerce-platform-client/assumptions';
import type { InstallRecord, TokenRecord } from '@/sandbox/world/records';
import type { World } from '@/sandbox/world/world';

/**
 * Creates a token or other secret. It is truly random and not derived from the seed of the sandbox, because everyone
 * who has the seed could compute it.
 */
export function newSecret(prefix: string): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`;
}

export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

export type TokenPair = { accessToken: string; refreshToken: string };

/** Creates the first access and refresh token of a new token family. */
export function issueTokens(world: World, installId: string): TokenPair & { familyId: string } {
  const family = world.tokenFamilies.put({ id: world.newId('fam'), install_id: installId, revoked: false });
  return { familyId: family.id, ...pairOf(world, family.id) };
}

/**
 * Returns the install to which a valid access token belongs. Returns undefined if the token is not valid; the caller
 * then responds with 401 (AUT-1, AUT-9).
 */
export function installOfToken(world: World, accessToken: string): InstallRecord | undefined {
  const token = world.tokens.get(hashOf(accessToken));
  return token?.kind === 'access' ? liveInstall(world, token) : undefined;
}

/**
 * Exchanges a refresh token for a new pair of tokens. Returns null for the OAuth error invalid_grant. A refresh token
 * can be used once. A second use within 30 s after the first counts as a race of two requests and revokes nothing. A
 * second use after that time revokes the whole token family (platform: Authentication, rule 6; A30).
 */
export function rotate(
  world: World,
  refreshToken: string,
  appId: string,
): (TokenPair & { install: InstallRecord }) | null {
  const token = world.tokens.get(hashOf(refreshToken));
  const row = token?.kind === 'refresh' ? liveInstall(world, token) : undefined;
  if (!token || !row || row.app_id !== appId) return null;
  if (token.rotated_ms !== null) {
    if (world.nowMs() - token.rotated_ms > refreshRaceSeconds * 1000) revokeFamily(world, token.family_id);
    return null;
  }
  world.tokens.put({ ...token, rotated_ms: world.nowMs() });
  return { install: row, ...pairOf(world, token.family_id) };
}

/**
 * Revokes a token at the app's request (RFC 7009). Returns false, and changes nothing, if the token belongs to another
 * app.
 */
export function revoke(world: World, secret: string, appId: string): boolean {
  const token = world.tokens.get(hashOf(secret));
  if (!token) return true;
  const family = world.tokenFamilies.need(token.family_id);
  if (world.installs.need(family.install_id).app_id !== appId) return false;
  if (token.kind === 'refresh') revokeFamily(world, family.id);
  else world.tokens.drop(token.id);
  return true;
}

export function revokeFamily(world: World, familyId: string): void {
  world.tokenFamilies.put({ ...world.tokenFamilies.need(familyId), revoked: true });
}

export function revokeFamiliesOf(world: World, installId: string): void {
  for (const family of world.tokenFamilies.values())
    if (family.install_id === installId) revokeFamily(world, family.id);
}

/**
 * Deletes expired tokens, all tokens of revoked families, and families without tokens. A refresh token that was
 * exchanged is kept until it expires, because a second use must revoke its family (A30).
 */
export function forgetTokens(world: World): void {
  const inUse = new Set<string>();
  for (const token of world.tokens.each()) {
    const family = world.tokenFamilies.need(token.family_id);
    if (family.revoked || token.expires_ms <= world.nowMs()) world.tokens.drop(token.id);
    else inUse.add(family.id);
  }
  for (const family of world.tokenFamilies.each())
    if (!inUse.has(family.id)) world.tokenFamilies.drop(family.id);
}

function pairOf(world: World, familyId: string): TokenPair {
  const pair = { accessToken: newSecret('dat'), refreshToken: newSecret('drt') };
  const put = (secret: string, kind: TokenRecord['kind'], lifeSeconds: number) =>
    world.tokens.put({
      id: hashOf(secret),
      kind,
      family_id: familyId,
      expires_ms: world.nowMs() + lifeSeconds * 1000,
      rotated_ms: null,
    });
  put(pair.accessToken, 'access', accessTokenSeconds);
  put(pair.refreshToken, 'refresh', refreshTokenDays * 86_400);
  return pair;
}

function liveInstall(world: World, token: TokenRecord): InstallRecord | undefined {
  const family = world.tokenFamilies.need(token.family_id);
  const row = world.installs.need(family.install_id);
  const live =
    world.nowMs() < token.expires_ms && !family.revoked && row.status === 'active' && row.member_active;
  return live ? row : undefined;
}
