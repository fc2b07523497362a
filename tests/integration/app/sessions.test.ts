import { randomUUID } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowHandoff, createHandoff, redeemHandoff } from '@/lib/installs/handoff.server';
import { redeemLaunchToken } from '@/lib/installs/launch-token.server';
import { consumeState, rememberState } from '@/lib/installs/oauth-state.server';
import { purgeExpired } from '@/lib/installs/purge-expired.server';
import { openInstall } from '@/lib/installs/require-install.server';
import { openSession, sealSession } from '@/lib/installs/session-cookie.server';
import { grantInstall, sessionCovers, sessionIsLive } from '@/lib/installs/session.server';
import type { InstallId } from '@/lib/shared/ids';
import { sha256Hex } from '@/lib/system/crypto';
import { type AppWorld, startAppWorld } from '@/tests/support/app-world';

let world: AppWorld;
let a: InstallId;
let b: InstallId;

beforeAll(async () => {
  world = await startAppWorld();
  a = await world.install();
  b = await world.install({ store: 1 });
});
afterAll(() => world.stop());

const nowSeconds = () => Math.floor(Date.now() / 1000);

/** A launch token as the admin signs it, some claims changed; undefined leaves one out. */
function launchToken(
  change: Record<string, unknown> = {},
  { alg = 'HS256', secret = world.sandbox.clientSecret } = {},
): Promise<string> {
  return new SignJWT(claims(change)).setProtectedHeader({ alg }).sign(new TextEncoder().encode(secret));
}

function claims(change: Record<string, unknown>): Record<string, unknown> {
  const iat = typeof change.iat === 'number' ? change.iat : nowSeconds();
  return {
    iss: world.sandbox.origin,
    aud: world.sandbox.clientId,
    sub: 'staff_7',
    name: 'Rima',
    install_id: a,
    store_id: world.stores[0]?.id,
    jti: randomUUID(),
    iat,
    exp: iat + 60,
    ...change,
  };
}

describe('the launch token', () => {
  it('of the admin’s own page opens its install, once', async () => {
    const page = await fetch(`${world.sandbox.origin}/admin/stores/${world.stores[0]?.id}/apps/${a}`);
    const token = /launch_token=([\w.-]+)/.exec(await page.text())?.[1] ?? '';
    expect(await redeemLaunchToken(token, a)).toMatchObject({ install_id: a, store_id: world.stores[0]?.id });
    expect(await redeemLaunchToken(token, a)).toBeNull();
  });

  it('used by 10 at once serves one of them', async () => {
    const token = await launchToken();
    const used = await Promise.all(Array.from({ length: 10 }, () => redeemLaunchToken(token, a)));
    expect(used.filter((claims) => claims !== null)).toHaveLength(1);
  });

  it('says who acts', async () => {
    expect(await redeemLaunchToken(await launchToken(), a)).toMatchObject({ sub: 'staff_7', name: 'Rima' });
    expect(await redeemLaunchToken(await launchToken({ iat: nowSeconds() - 55 }), a)).not.toBeNull();
    expect(await redeemLaunchToken(await launchToken({ iat: nowSeconds() + 3 }), a)).not.toBeNull();
  });

  it.each<[string, () => Promise<string> | string]>([
    ['is 61 s old', () => launchToken({ iat: nowSeconds() - 61 })],
    [
      'was issued 61 s ago, though it says it lives an hour',
      () => launchToken({ iat: nowSeconds() - 61, exp: nowSeconds() + 3600 }),
    ],
    ['has expired', () => launchToken({ exp: nowSeconds() - 1 })],
    ['is of the future', () => launchToken({ iat: nowSeconds() + 60 })],
    ['has no time of issue', () => launchToken({ iat: undefined, exp: nowSeconds() + 60 })],
    ['is for another app', () => launchToken({ aud: 'another-client' })],
    ['is from another issuer', () => launchToken({ iss: 'https://evil.example' })],
    ['is signed with another secret', () => launchToken({}, { secret: 'x'.repeat(32) })],
    ['is signed by another algorithm', () => launchToken({}, { alg: 'HS512' })],
    ['is unsigned (alg none)', () => new UnsecuredJWT(claims({})).encode()],
    ['is of another install', () => launchToken({ install_id: b })],
    ['is of another store', () => launchToken({ store_id: world.stores[1]?.id })],
    ['has no id of its own', () => launchToken({ jti: undefined })],
    ['is no token', () => 'a.b.c'],
    ['is nothing', () => ''],
  ])('that %s opens nothing', async (_, token) => {
    expect(await redeemLaunchToken(await token(), a)).toBeNull();
  });

  it('asked for another install than it names opens neither', async () => {
    expect(await redeemLaunchToken(await launchToken(), b)).toBeNull();
  });

  it('of a revoked install opens nothing', async () => {
    const gone = await world.install();
    await world.system('UPDATE installs SET revoked_at = now() WHERE install_id = $1', [gone]);
    expect(await redeemLaunchToken(await launchToken({ install_id: gone }), gone)).toBeNull();
  });

  it('that was used stays used when what expired is purged', async () => {
    const token = await launchToken({ iat: nowSeconds() - 55 });
    expect(await redeemLaunchToken(token, a)).not.toBeNull();
    await purgeExpired();
    expect(await redeemLaunchToken(token, a)).toBeNull();
  });
});

describe('the hand-over code', () => {
  const age = (ms: number) =>
    world.system(`UPDATE handoffs SET expires_at = expires_at - $1 * interval '1 ms'`, [ms]);

  it('serves its install, once', async () => {
    const code = await createHandoff(a);
    expect(await redeemHandoff(code, b)).toBe(false);
    expect(await redeemHandoff(code, a)).toBe(true);
    expect(await redeemHandoff(code, a)).toBe(false);
    expect(await redeemHandoff('guessed', a)).toBe(false);
  });

  it('serves one of 10 at once', async () => {
    const code = await createHandoff(a);
    const used = await Promise.all(Array.from({ length: 10 }, () => redeemHandoff(code, a)));
    expect(used.filter(Boolean)).toHaveLength(1);
  });

  it('61 s old serves nobody', async () => {
    const [fresh, old] = [await createHandoff(a), await createHandoff(a)];
    await world.system(`UPDATE handoffs SET expires_at = expires_at - interval '61 s' WHERE code_hash = $1`, [
      sha256Hex(old),
    ]);
    expect(await redeemHandoff(old, a)).toBe(false);
    expect(await redeemHandoff(fresh, a)).toBe(true);
  });

  it('made by the iframe and allowed in the window serves the install that allowed it first', async () => {
    const code = randomUUID();
    await allowHandoff(a, sha256Hex(code));
    await allowHandoff(b, sha256Hex(code));
    expect(await redeemHandoff(code, b)).toBe(false);
    await age(59_000);
    expect(await redeemHandoff(code, a)).toBe(true);
  });
});

describe('the OAuth state', () => {
  it('serves once, and not after 10 minutes; one that was never given does not serve', async () => {
    const [used, expired] = [randomUUID(), randomUUID()];
    await rememberState(used);
    await rememberState(expired);
    expect(await consumeState(randomUUID())).toBe(false);
    const uses = await Promise.all(Array.from({ length: 10 }, () => consumeState(used)));
    expect(uses.filter(Boolean)).toHaveLength(1);
    await world.system(`UPDATE oauth_states SET expires_at = expires_at - interval '10 minutes'`);
    expect(await consumeState(expired)).toBe(false);
  });
});

describe('the session', () => {
  it('keeps several installs side by side, and covers no other', async () => {
    const first = await grantInstall(null, a, { sub: 'staff_7', name: 'Rima' });
    expect(await sessionCovers(first, b)).toBeNull();
    expect(await grantInstall(first, b, null)).toBe(first);
    expect(await sessionCovers(first, a)).toEqual({ actor: { sub: 'staff_7', name: 'Rima' } });
    expect(await sessionCovers(first, b)).toEqual({ actor: null });
    const other = await grantInstall(null, b, null);
    expect(other).not.toBe(first);
    expect(await sessionCovers(other, a)).toBeNull();
    expect(await openInstall(await sealSession(other), a)).toMatchObject({ refusal: { code: 'not_found' } });
  });

  it('after a sign-in without a name it is someone, not whoever was here before', async () => {
    const session = await grantInstall(null, a, { sub: 'staff_7', name: 'Rima' });
    expect(await sessionCovers(session, a)).toEqual({ actor: { sub: 'staff_7', name: 'Rima' } });
    await grantInstall(session, a, null);
    expect(await sessionCovers(session, a)).toEqual({ actor: null });
  });

  it('access to one store runs out though another is opened daily in the same browser', async () => {
    const session = await grantInstall(null, a, null);
    await world.system(
      `UPDATE session_installs SET expires_at = now() - interval '1 second' WHERE session_hash = $1`,
      [sha256Hex(session)],
    );
    expect(await grantInstall(session, b, null)).toBe(session);
    expect(await sessionCovers(session, b)).not.toBeNull();
    expect(await sessionCovers(session, a)).toBeNull();
  });

  it.each([
    ['revoked', 'revoked_at = now()'],
    ['expired', `expires_at = now() - interval '1 second'`],
  ])('that was %s covers nothing, and is not revived by a new sign-in', async (_, change) => {
    const session = await grantInstall(null, a, null);
    const cookie = await sealSession(session);
    expect(await openInstall(cookie, a)).toMatchObject({ ok: true, context: { installId: a } });
    await world.system(`UPDATE sessions SET ${change} WHERE id_hash = $1`, [sha256Hex(session)]);
    expect(await sessionCovers(session, a)).toBeNull();
    expect(await sessionIsLive(session)).toBe(false);
    expect(await openInstall(cookie, a)).toMatchObject({ refusal: { code: 'signed_out' } });
    const next = await grantInstall(session, b, null);
    expect(next).not.toBe(session);
    expect(await sessionCovers(next, a)).toBeNull();
  });

  it('a cookie that is altered, foreign or missing opens nothing', async () => {
    const sealed = await sealSession(await grantInstall(null, a, null));
    expect(await openSession(sealed)).not.toBeNull();
    for (const value of [
      undefined,
      '',
      'x',
      `${sealed.slice(0, -2)}xx`,
      await launchToken({ sid: 'guessed' }),
    ])
      expect(await openSession(value)).toBeNull();
  });

  it('tells an install that must be connected again from one that is gone', async () => {
    const [lost, gone] = [await world.install(), await world.install()];
    const session = await grantInstall(await grantInstall(null, lost, null), gone, null);
    await world.system(`UPDATE install_tokens SET state = 'reconnect' WHERE install_id = $1`, [lost]);
    await world.system('UPDATE installs SET revoked_at = now() WHERE install_id = $1', [gone]);
    const cookie = await sealSession(session);
    expect(await openInstall(cookie, lost)).toMatchObject({
      refusal: { code: 'reconnect', installId: lost },
    });
    expect(await openInstall(cookie, gone)).toMatchObject({ refusal: { code: 'not_found' } });
  });

  it('stands in the database as a hash alone', async () => {
    const session = await grantInstall(null, a, null);
    const rows = await world.system('SELECT s::text, i::text AS install FROM sessions s, session_installs i');
    expect(JSON.stringify(rows)).not.toContain(session);
    expect(JSON.stringify(rows)).toContain(sha256Hex(session));
  });
});
