import { randomUUID } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { decode } from 'next-auth/jwt';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listPeople } from '@/lib/installs/list-people.server';
import { signOut } from '@/lib/installs/sign-in/sign-out.server';
import type { SignOutTarget } from '@/lib/installs/sign-in/sign-out-command';
import { allowHandoff, createHandoff, redeemHandoff } from '@/lib/installs/sign-in/handoff.server';
import { redeemLaunchToken } from '@/lib/installs/sign-in/launch-token.server';
import { consumeState, rememberState } from '@/lib/installs/sign-in/oauth-state.server';
import { purgeExpired } from '@/lib/installs/purge-expired.server';
import { openInstall } from '@/lib/installs/require-install.server';
import { openSession, sealSession, sessionCookieName } from '@/lib/installs/sign-in/session-cookie.server';
import {
  findSession,
  type SessionId,
  sessionSeconds,
  startSession,
} from '@/lib/installs/sign-in/session.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { sha256Hex } from '@/lib/system/keys/crypto';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';

// Replaces functions of the module next-auth/jwt by spies that count the key derivations. The functions still run
// unchanged.
vi.mock('next-auth/jwt', { spy: true });

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

/**
 * Returns a launch token, signed as the store admin signs it, with some claims changed. A claim with the
 * value undefined is left out.
 */
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
  it('D10: of the admin page opens its install once', async () => {
    const page = await fetch(`${world.sandbox.origin}/admin/stores/${world.stores[0]?.id}/apps/${a}`);
    const token = /launch_token=([\w.-]+)/.exec(await page.text())?.[1] ?? '';
    expect(await redeemLaunchToken(token, a)).toMatchObject({ install_id: a, store_id: world.stores[0]?.id });
    expect(await redeemLaunchToken(token, a)).toBeNull();
  });

  it('used 10 times at the same time works once', async () => {
    const token = await launchToken();
    const used = await Promise.all(Array.from({ length: 10 }, () => redeemLaunchToken(token, a)));
    expect(used.filter((claims) => claims !== null)).toHaveLength(1);
  });

  it('names the acting user', async () => {
    expect(await redeemLaunchToken(await launchToken(), a)).toMatchObject({ sub: 'staff_7', name: 'Rima' });
    expect(await redeemLaunchToken(await launchToken({ iat: nowSeconds() - 45 }), a)).not.toBeNull();
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
    ['has an id with a NUL', () => launchToken({ jti: `${randomUUID()}\0` })],
    ['has an id with half of a character', () => launchToken({ jti: `${randomUUID()}\ud83d` })],
    ['names a user with a NUL', () => launchToken({ sub: 'staff\0' })],
    ['names a user with half of a character', () => launchToken({ sub: 'staff\ud83d' })],
    ['expires later than any date', () => launchToken({ exp: 1e308 })],
    ['expires after the year 9999', () => launchToken({ exp: 253_402_300_800 })],
    ['was issued before any date', () => launchToken({ iat: -1e308, exp: nowSeconds() + 60 })],
    ['is no token', () => 'a.b.c'],
    ['is nothing', () => ''],
  ])('that %s opens nothing', async (_, token) => {
    expect(await redeemLaunchToken(await token(), a)).toBeNull();
  });

  it('with a display name that PostgreSQL cannot store starts a session with a name that it can store', async () => {
    const redeemed = await redeemLaunchToken(await launchToken({ name: 'Ri\0ma \ud83d' }), a);
    expect(redeemed?.name).toBe('Ri\uFFFDma \uFFFD');
    const session = await startSession(a, { sub: redeemed?.sub ?? '', name: redeemed?.name ?? '' });
    expect((await findSession(session))?.actor?.name).toBe('Ri\uFFFDma \uFFFD');
  });

  it('opens no install if another install than its own is requested', async () => {
    expect(await redeemLaunchToken(await launchToken(), b)).toBeNull();
  });

  it('of a revoked install opens nothing', async () => {
    const gone = await world.install();
    await world.system('UPDATE installs SET revoked_at = now() WHERE install_id = $1', [gone]);
    expect(await redeemLaunchToken(await launchToken({ install_id: gone }), gone)).toBeNull();
  });

  it('names the install if the launch does not', async () => {
    const token = await launchToken({});
    expect(await redeemLaunchToken(token, null)).toMatchObject({ install_id: a });
    expect(await redeemLaunchToken(token, null)).toBeNull();
  });

  it('that was used stays used after expired tokens are purged', async () => {
    const token = await launchToken({ iat: nowSeconds() - 45 });
    expect(await redeemLaunchToken(token, a)).not.toBeNull();
    await purgeExpired();
    expect(await redeemLaunchToken(token, a)).toBeNull();
  });
});

describe('the hand-over code', () => {
  const age = (ms: number) =>
    world.system(`UPDATE handoffs SET expires_at = expires_at - $1 * interval '1 ms'`, [ms]);

  it('D10: opens only the install that its window signed in to, once', async () => {
    const code = await createHandoff(a, null);
    expect(await redeemHandoff(code)).toMatchObject({ installId: a, actor: null });
    expect(await redeemHandoff(code)).toBeNull();
    expect(await redeemHandoff('guessed')).toBeNull();
  });

  it('S32: starts a session that ends with the session of the window, so no session can renew itself', async () => {
    const endsAt = new Date(Date.now() + 60_000);
    const redeemed = await redeemHandoff(await createHandoff(a, null, endsAt));
    expect(redeemed?.sessionEndsAt).toEqual(endsAt);
    const session = await startSession(a, null, redeemed?.sessionEndsAt);
    expect((await findSession(session))?.endsAt).toEqual(endsAt);
    const late = new Date(Date.now() + 365 * 86_400_000);
    const other = await findSession(await startSession(a, null, late));
    expect(other?.endsAt.getTime()).toBeLessThanOrEqual(Date.now() + sessionSeconds * 1_000);
  });

  it('used 10 times at the same time works once', async () => {
    const code = await createHandoff(a, null);
    const used = await Promise.all(Array.from({ length: 10 }, () => redeemHandoff(code)));
    expect(used.filter(Boolean)).toHaveLength(1);
  });

  it('D10: does not work after 61 s', async () => {
    const [fresh, old] = [await createHandoff(a, null), await createHandoff(a, null)];
    await world.system(`UPDATE handoffs SET expires_at = expires_at - interval '61 s' WHERE code_hash = $1`, [
      sha256Hex(old),
    ]);
    expect(await redeemHandoff(old)).toBeNull();
    expect(await redeemHandoff(fresh)).toMatchObject({ installId: a });
  });

  it('that the iframe created and the window approved works only for the install for which it was approved first', async () => {
    const code = randomUUID();
    await allowHandoff(a, sha256Hex(code), null);
    await allowHandoff(b, sha256Hex(code), null);
    await age(45_000);
    expect(await redeemHandoff(code)).toMatchObject({ installId: a });
    expect(await redeemHandoff(code)).toBeNull();
  });
});

describe('the OAuth state', () => {
  it('S1: works once, and not after 10 minutes; a state that was never issued does not work', async () => {
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
  const cookieOf = async (installId: InstallId, session: SessionId) => ({
    name: sessionCookieName(installId),
    value: await sealSession(session),
  });

  it('opens its one install, with the actor that it was started for', async () => {
    const session = await startSession(a, { sub: 'staff_7', name: 'Rima' });
    expect(await findSession(session)).toMatchObject({
      installId: a,
      actor: { sub: 'staff_7', name: 'Rima' },
    });
    expect(await findSession(await startSession(a, null))).toMatchObject({ installId: a, actor: null });
  });

  it('S4 GEN-1: two stores opened at the same time in one browser both stay open', async () => {
    const [ofA, ofB] = await Promise.all([startSession(a, null), startSession(b, null)]);
    const sent = await Promise.all([cookieOf(a, ofA), cookieOf(b, ofB)]);
    expect(new Set(sent.map((cookie) => cookie.name)).size).toBe(2);
    expect(await openInstall(sent, a)).toMatchObject({ ok: true, context: { installId: a } });
    expect(await openInstall(sent, b)).toMatchObject({ ok: true, context: { installId: b } });
  });

  it('S4 GEN-1: a session of one store opens no other store, under either cookie name', async () => {
    const session = await startSession(b, null);
    const notFound = { refusal: { code: 'not_found' } };
    expect(await openInstall([await cookieOf(b, session)], a)).toMatchObject(notFound);
    expect(await openInstall([await cookieOf(a, session)], a)).toMatchObject(notFound);
    expect(await openInstall([], a)).toMatchObject({ refusal: { code: 'signed_out' } });
  });

  it.each([
    ['was not used for an hour', `used_at = used_at - interval '1 hour'`],
    ['began 12 hours ago', `expires_at = expires_at - interval '12 hours'`],
  ])('that %s opens nothing, and its browser may sign in again', async (_, change) => {
    const session = await startSession(a, null);
    const sent = [await cookieOf(a, session)];
    expect(await openInstall(sent, a)).toMatchObject({ ok: true, context: { installId: a } });
    await world.system(`UPDATE sessions SET ${change} WHERE id_hash = $1`, [sha256Hex(session)]);
    expect(await findSession(session)).toBeNull();
    expect(await openInstall(sent, a)).toMatchObject({ refusal: { code: 'signed_out' } });
    expect(await openInstall(sent, b)).toMatchObject({ refusal: { code: 'signed_out' } });
  });

  const usedAt = async (session: SessionId) => {
    const rows = await world.system<{ used_at: Date }>('SELECT used_at FROM sessions WHERE id_hash = $1', [
      sha256Hex(session),
    ]);
    return rows[0]?.used_at.getTime() ?? 0;
  };
  /** Moves the start and the last use of a session into the past, by the given number of minutes. */
  const age = (session: SessionId, minutes: number) =>
    world.system(
      `UPDATE sessions SET used_at = used_at - $2 * interval '1 minute',
         created_at = created_at - $2 * interval '1 minute', expires_at = expires_at - $2 * interval '1 minute'
       WHERE id_hash = $1`,
      [sha256Hex(session), minutes],
    );

  it('that is used again within each hour lives 12 hours', async () => {
    const session = await startSession(a, null);
    for (let minutes = 59; minutes < 12 * 60; minutes += 59) {
      await age(session, 59);
      expect(await findSession(session, 'use')).not.toBeNull();
    }
    await age(session, 59);
    expect(await findSession(session, 'use')).toBeNull();
  });

  it('ends after an hour in which only a live stream used it', async () => {
    const session = await startSession(a, null);
    await age(session, 59);
    expect(await openInstall([await cookieOf(a, session)], a)).toMatchObject({ ok: true });
    await age(session, 1);
    expect(await openInstall([await cookieOf(a, session)], a)).toMatchObject({
      refusal: { code: 'signed_out' },
    });
  });

  it('records its use at most once a minute, however many requests use it at the same time', async () => {
    const session = await startSession(a, null);
    const started = await usedAt(session);
    await findSession(session, 'use');
    expect(await usedAt(session)).toBe(started);
    await age(session, 2);
    const before = await usedAt(session);
    await Promise.all(Array.from({ length: 10 }, () => findSession(session, 'use')));
    const recorded = await usedAt(session);
    expect(recorded).toBeGreaterThan(before);
    await findSession(session, 'use');
    expect(await usedAt(session)).toBe(recorded);
  });

  it('is purged after it has expired, and not before', async () => {
    const [expired, live] = [await startSession(a, null), await startSession(a, null)];
    await world.system(`UPDATE sessions SET expires_at = now() - interval '11 minutes' WHERE id_hash = $1`, [
      sha256Hex(expired),
    ]);
    await purgeExpired();
    const rows = await world.system<{ id_hash: string }>('SELECT id_hash FROM sessions');
    const stored = rows.map((row) => row.id_hash);
    expect(stored).toContain(sha256Hex(live));
    expect(stored).not.toContain(sha256Hex(expired));
  });

  it('with an altered, foreign or missing cookie opens nothing', async () => {
    const sealed = await sealSession(await startSession(a, null));
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

  it('of an install that must reconnect is refused as reconnect, and of a revoked install as not_found', async () => {
    const [lost, gone] = [await world.install(), await world.install()];
    const sent = await Promise.all(
      [lost, gone].map(async (installId) => cookieOf(installId, await startSession(installId, null))),
    );
    await world.system(`UPDATE install_tokens SET state = 'reconnect' WHERE install_id = $1`, [lost]);
    await world.system('UPDATE installs SET revoked_at = now() WHERE install_id = $1', [gone]);
    expect(await openInstall(sent, lost)).toMatchObject({ refusal: { code: 'reconnect', installId: lost } });
    expect(await openInstall(sent, gone)).toMatchObject({ refusal: { code: 'not_found' } });
  });

  it('S13: is found among hundreds of junk cookies with one key derivation, and missed with at most four', async () => {
    const decoded = vi.mocked(decode);
    const derivations = async (sent: Parameters<typeof openInstall>[0]) => {
      decoded.mockClear();
      const answer = await openInstall(sent, a);
      return { answer: answer.ok || answer.refusal.code, derivations: decoded.mock.calls.length };
    };
    const sessionPrefix = sessionCookieName(a).slice(0, -16);
    const junk = (value: string) =>
      Array.from({ length: 480 }, (_, n) => ({ name: `${sessionPrefix}${n}`, value }));
    const foreign = await sealSession('of nobody' as SessionId);
    const own = await cookieOf(a, await startSession(a, null));
    expect(await derivations(junk('x'))).toEqual({ answer: 'signed_out', derivations: 0 });
    expect(await derivations(junk(foreign))).toEqual({ answer: 'signed_out', derivations: 4 });
    expect(await derivations([...junk(foreign), own])).toEqual({ answer: true, derivations: 1 });
    // With a valid session of another store, the response is not_found (S5).
    const other = await cookieOf(b, await startSession(b, null));
    expect(await derivations([...junk('x'), other])).toEqual({ answer: 'not_found', derivations: 1 });
  });

  it('is stored in the database only as a hash', async () => {
    const session = await startSession(a, null);
    const rows = await world.system('SELECT s::text FROM sessions s');
    expect(JSON.stringify(rows)).not.toContain(session);
    expect(JSON.stringify(rows)).toContain(sha256Hex(session));
  });
});

describe('a session ends', () => {
  const rima = { sub: 'staff_7', name: 'Rima' };
  const cookieOf = async (installId: InstallId, session: SessionId) => [
    { name: sessionCookieName(installId), value: await sealSession(session) },
  ];
  /** Starts four sessions of an install: two of the person Rima, one of Sami and one without a name. */
  const startFour = async (installId: InstallId) => ({
    rima: await startSession(installId, rima),
    rimaPhone: await startSession(installId, rima),
    sami: await startSession(installId, { sub: 'staff_8', name: 'Sami' }),
    unnamed: await startSession(installId, null),
  });
  const openOf = async (sessions: Record<string, SessionId>) => {
    const found = await Promise.all(
      Object.entries(sessions).map(async ([name, session]) => ((await findSession(session)) ? [name] : [])),
    );
    return found.flat();
  };

  it('at a new grant of its install, even if the app had lost access before; another install keeps its sessions', async () => {
    const tokens = await world.grant();
    const installId = await world.takeIn(tokens);
    const [session, elsewhere] = [await startSession(installId, rima), await startSession(b, rima)];
    await world.system(`UPDATE install_tokens SET state = 'reconnect' WHERE install_id = $1`, [installId]);
    const sent = await cookieOf(installId, session);
    expect(await openInstall(sent, installId)).toMatchObject({ refusal: { code: 'reconnect' } });
    await world.takeIn(tokens);
    expect(await openInstall(sent, installId)).toMatchObject({ refusal: { code: 'signed_out' } });
    expect(await findSession(elsewhere)).not.toBeNull();
    // A new grant ends only the sessions that started before it. The app accepts a session that starts after the grant.
    const next = await cookieOf(installId, await startSession(installId, null));
    expect(await openInstall(next, installId)).toMatchObject({ ok: true });
  });

  it.each<[string, SignOutTarget, string[], boolean]>([
    ['one person', { of: 'person', sub: 'staff_8' }, ['rima', 'rimaPhone', 'unnamed'], false],
    ['the own person', { of: 'person', sub: 'staff_7' }, ['sami', 'unnamed'], true],
    ['sessions without a name', { of: 'unnamed' }, ['rima', 'rimaPhone', 'sami'], false],
    ['this browser', { of: 'self' }, ['rimaPhone', 'sami', 'unnamed'], true],
    ['everyone', { of: 'everyone' }, [], true],
  ])('by a sign-out of %s, and no other session ends', async (_, target, left, isOwnEnded) => {
    const installId = await world.install();
    const [sessions, elsewhere] = [await startFour(installId), await startSession(b, rima)];
    const sent = await cookieOf(installId, sessions.rima);
    expect(await signOut({ installId }, { installId, target }, sent)).toMatchObject({ isOwnEnded });
    expect(await openOf(sessions)).toEqual(left);
    expect(await findSession(elsewhere)).not.toBeNull();
  });

  it('with the hand-over codes of its users, which would start new sessions', async () => {
    const installId = await world.install();
    const codesOf = async () => [
      await createHandoff(installId, rima),
      await createHandoff(installId, { sub: 'staff_8', name: 'Sami' }),
      await createHandoff(b, rima),
    ];
    const open = async (codes: string[]) => {
      const redeemed = await Promise.all(codes.map((code) => redeemHandoff(code)));
      return redeemed.map((found) => found !== null);
    };
    const [first, second] = [await codesOf(), await codesOf()];
    await signOut({ installId }, { installId, target: { of: 'person', sub: rima.sub } }, []);
    expect(await open(first)).toEqual([false, true, true]);
    await signOut({ installId }, { installId, target: { of: 'everyone' } }, []);
    expect(await open(second)).toEqual([false, false, true]);
  });

  it('not when a browser without a session of the install signs itself out', async () => {
    const installId = await world.install();
    const sessions = await startFour(installId);
    const own = { installId, target: { of: 'self' } } as const;
    for (const sent of [[], await cookieOf(installId, 'of nobody' as SessionId)])
      expect(await signOut({ installId }, own, sent)).toMatchObject({ isOwnEnded: true });
    expect(await openOf(sessions)).toEqual(Object.keys(sessions));
  });

  it('and its person is no longer listed', async () => {
    const installId = await world.install();
    await startFour(installId);
    await signOut({ installId }, { installId, target: { of: 'person', sub: 'staff_7' } }, []);
    const { people, unnamed } = await listPeople(installId);
    expect([people.map(({ sub }) => sub), unnamed]).toEqual([['staff_8'], 1]);
  });
});
