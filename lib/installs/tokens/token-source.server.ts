import 'server-only';
import { findOAuthEndpoints } from '@/lib/installs/find-oauth-endpoints.server';
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAbort } from '@/lib/installs/tokens/before-abort';
import { decideRefresh, type TokenTimes } from '@/lib/installs/tokens/refresh-decision';
import { missingExpiresInSeconds } from 'commerce-platform-client/assumptions';
import type { TokenResponse } from 'commerce-platform-client/contract/oauth';
import { refreshTokens } from 'commerce-platform-client/tokens/refresh-tokens';
import type { OAuthEndpoints } from 'commerce-platform-client/tokens/oauth-endpoints';
import { PlatformError, ReconnectRequired } from 'commerce-platform-client/platform-error';
import type { AccessToken, TokenSource } from 'commerce-platform-client/ports';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { crashPoint } from '@/lib/system/crash-point';
import { decrypt, encrypt, type Place } from '@/lib/system/keys/crypto';
import { dbNow, loadDataKeys, loadDataKeysIn, systemMessage, type Tx, withSystem } from '@/lib/system/db';
import { env } from '@/lib/system/env';
import { notifySessions } from '@/lib/system/live/notify';
import type { InstallToken } from '@/lib/system/generated/prisma/client';
import { log } from '@/lib/system/log';
import { metrics } from '@/lib/system/metrics/metrics';

/**
 * Duration of the lease: until it ends, no other process may refresh the tokens. The lease is longer than a refresh can
 * take (10 s), so that two processes never send at the same time.
 */
const leaseMs = 15_000;

/**
 * Maximum time, in milliseconds, between taking the lease and sending the refresh. If more time has passed, for example
 * because the machine slept, the process does not send the refresh. By then, the lease may have ended, and another
 * process may have sent a refresh.
 */
const sendWithinMs = 2_000;
/**
 * Time, in milliseconds, after which a lease ends if its process returns to it too late to send the refresh
 * (`sendWithinMs`). The process itself shortens the lease. So the lease of a process that died lasts `leaseMs`, even if
 * the process sent nothing. Until the lease ends, other calls use the stored access token if it is still valid.
 */
const unsentLeaseMs = 1_000;

/**
 * Time, in milliseconds, for which a new access token is reserved after a 401. Only the call that refreshed the token
 * may use it during this time.
 */
const trialMs = 5_000;

const accessTokenPlace = (installId: string): Place => ({
  installId,
  column: 'install_tokens.access_token_enc',
  row: [],
});
const refreshTokenPlace = (installId: string): Place => ({
  installId,
  column: 'install_tokens.refresh_token_enc',
  row: [],
});

/**
 * Returns the source of access tokens for one install. The source refreshes the tokens when needed. Only the process
 * that holds the lease on the current version of the tokens may send a refresh to the platform. Before sending, the
 * process stores the time. If it crashes, other processes know that the platform may have received the refresh (S9).
 */
export function tokenSource(installId: InstallId): TokenSource {
  return {
    current: (signal) => beforeAbort(findToken(installId, signal), signal),
    async refused(version, again) {
      if (again) return requireReconnect(installId, version);
      await withSystem(async (tx) => {
        // Lock the row before reading the time. Two calls may report at the same time that the platform refused the
        // same token. Without the lock, the second call could read the time before the first call sets `trialUntil`, so
        // `trialUntil` would be later than this time. The second call would then assume that the token is on trial, and
        // would require a new connection without any refresh.
        await tx.$queryRaw`SELECT FROM install_tokens WHERE install_id = ${installId} FOR UPDATE`;
        const now = await dbNow(tx);
        // Until `trialUntil`, the token is on trial, because the platform has refused the previous token with
        // a 401. A 401 for the token on trial means that another refresh would not help. So a merchant must
        // connect the store again.
        const { count } = await tx.installToken.updateMany({
          where: { installId, version, trialUntil: { gt: now } },
          data: { state: 'reconnect' },
        });
        if (count > 0) await notifySessions(tx, installId);
        // The token was not on trial, so a refresh may help. The token is marked as expired, so that the next call
        // refreshes it. Only one process sends the refresh. At first, only the call that sent the refresh may use the
        // new token.
        else
          await tx.installToken.updateMany({
            where: { installId, version },
            data: { expiresAt: now, trialUntil: now },
          });
      });
    },
  };
}

/**
 * Returns an access token that can be used. If there is none, waits for a refresh by another process or sends
 * a refresh. Throws if no token can be obtained, or if the signal is aborted.
 */
async function findToken(
  installId: InstallId,
  signal: AbortSignal,
): Promise<{ token: AccessToken; version: number }> {
  let refreshed: number | null = null;
  for (;;) {
    signal.throwIfAborted();
    await loadDataKeys([installId]);
    const row = await readTokens(installId);
    if (!row) throw new ReconnectRequired(`no tokens are stored for ${installId}`);
    const { now } = row;
    const times = timesOf(row, refreshed);
    const decision = decideRefresh(times, now.getTime());
    if (decision === 'use') return usable(row);
    if (decision === 'wait') await sleep(100, undefined, { signal });
    if (decision === 'refresh') {
      // Reads the issuer's metadata (the OAuth endpoints) before taking the lease. So if the metadata is slow, no
      // attempt to refresh is counted.
      const endpoints = await findOAuthEndpoints();
      if (endpoints === null && now < row.expiresAt) return usable(row);
      if (endpoints === null)
        throw new PlatformError('the token endpoint is not known', { status: 0, code: 'not_sent' });
      if (await refreshUnderLease(row, times, endpoints)) refreshed = row.version + 1;
    }
    if (decision === 'later')
      throw new PlatformError('the token endpoint does not answer', { status: 0, code: 'not_sent' });
    if (decision === 'reconnect') {
      // If the state is already `reconnect`, nothing would change, so nothing is written.
      if (row.state !== 'reconnect') await requireReconnect(installId, row.version);
      throw new ReconnectRequired(`${installId} must be connected again by the merchant`);
    }
  }
}

/** The columns of the tokens of an install that decide about a refresh. */
type Tokens = Pick<
  InstallToken,
  | 'installId'
  | 'accessTokenEnc'
  | 'refreshTokenEnc'
  | 'obtainedAt'
  | 'expiresAt'
  | 'version'
  | 'state'
  | 'leaseUntil'
  | 'sentAt'
  | 'sentCount'
  | 'trialUntil'
>;

/** Reads the tokens of an install and the time of the database's clock, in one message. */
async function readTokens(installId: InstallId): Promise<(Tokens & { now: Date }) | undefined> {
  const [row] = await systemMessage<Tokens & { now: Date }>({
    text: `SELECT install_id AS "installId", access_token_enc AS "accessTokenEnc", refresh_token_enc AS "refreshTokenEnc",
        obtained_at AS "obtainedAt", expires_at AS "expiresAt", version, state, lease_until AS "leaseUntil",
        sent_at AS "sentAt", sent_count AS "sentCount", trial_until AS "trialUntil", clock_timestamp()::timestamptz(3) AS now
      FROM install_tokens WHERE install_id = $1`,
    values: [installId],
  });
  return row;
}

/**
 * Stores a pair of access token and refresh token in the caller's transaction. The pair comes from a new grant or from
 * a refresh.
 */
export async function storeTokens(tx: Tx, tokens: TokenResponse, receivedAt: Date): Promise<void> {
  const installId = tokens.install_id;
  await loadDataKeysIn(tx, [installId]);
  const lifetimeMs = (tokens.expires_in ?? missingExpiresInSeconds) * 1000;
  const pair = {
    accessTokenEnc: encrypt(tokens.access_token, accessTokenPlace(installId)),
    refreshTokenEnc: encrypt(tokens.refresh_token, refreshTokenPlace(installId)),
    obtainedAt: receivedAt,
    expiresAt: new Date(receivedAt.getTime() + lifetimeMs),
    state: 'active',
    leaseUntil: null,
    leaseHolder: null,
    sentAt: null,
    sentCount: 0,
    trialUntil: null,
  };
  await tx.installToken.upsert({
    where: { installId },
    // The first version is a random number and not 1. After an uninstall and a new grant, a call with a token from
    // before the uninstall may still be running. If the platform refuses the old token, the call reports the version of
    // the old token. The version of the new token must be different, because the refusal must not count for the new
    // token.
    create: { installId, ...pair, version: randomInt(1, 2 ** 30) },
    update: { ...pair, version: { increment: 1 } },
  });
}

/** Refreshes the token under the lease. Returns true if this call stored the new token pair. */
async function refreshUnderLease(
  seen: Tokens,
  times: TokenTimes,
  { token, clientAuthentication }: OAuthEndpoints,
): Promise<boolean> {
  const { installId, version } = seen;
  // Decrypt the refresh token before the attempt is counted. If the encryption key is missing, the decryption fails
  // here, and no attempt is counted.
  const refreshToken = decrypt(seen.refreshTokenEnc, refreshTokenPlace(installId));
  const lease = await takeLease(seen, times);
  if (!lease) return false;
  crashPoint('refresh.before_send');
  if (performance.now() - lease.takenMs > sendWithinMs) {
    await giveLeaseBack(seen, lease.holder);
    return false;
  }
  const outcome = await refreshTokens({
    tokenUrl: token.url,
    clientAuthentication,
    clientId: env().PLATFORM_CLIENT_ID,
    clientSecret: env().PLATFORM_CLIENT_SECRET,
    refreshToken,
  });
  metrics().tokenRefreshes.inc({ outcome: outcome.code });
  crashPoint('refresh.before_store');
  if (outcome.code === 'refreshed' && outcome.tokens.install_id === installId)
    return storeSuccessor(seen, outcome.tokens, lease.at);
  await withSystem((tx) =>
    tx.installToken.updateMany({
      where: { installId, version, leaseHolder: lease.holder },
      data: {
        leaseUntil: null,
        leaseHolder: null,
        // `invalid_grant` means that the platform has permanently refused this refresh token. The access
        // token can still be used until it expires.
        ...(outcome.code === 'invalid_grant' && { state: 'refused' }),
      },
    }),
  );
  log.warn(
    { installId, outcome: outcome.code },
    'token refresh failed; retrying later, or using the access token until it expires',
  );
  return false;
}

type Lease = { holder: string; at: Date; takenMs: number };

/**
 * Takes the lease and stores that a refresh is about to be sent. Returns null if another process took the lease first,
 * or if no refresh is needed any more.
 */
async function takeLease(seen: Tokens, times: TokenTimes): Promise<Lease | null> {
  const { installId, version, sentCount } = seen;
  const holder = randomUUID();
  return withSystem(async (tx) => {
    // The age of the lease is measured from this point in the code. The earlier wait for a database connection does not
    // count.
    const takenMs = performance.now();
    const at = await dbNow(tx);
    // The wait for the database connection may have been long, so this line decides again whether a refresh is needed.
    if (decideRefresh(times, at.getTime()) !== 'refresh') return null;
    const { count } = await tx.installToken.updateMany({
      where: { installId, version, sentCount, OR: [{ leaseUntil: null }, { leaseUntil: { lte: at } }] },
      data: {
        leaseHolder: holder,
        leaseUntil: new Date(at.getTime() + leaseMs),
        sentAt: at,
        sentCount: { increment: 1 },
      },
    });
    return count === 1 ? { holder, at, takenMs } : null;
  });
}

/**
 * Shortens the lease of this process to `unsentLeaseMs`, because it sent no refresh. Also restores `sentAt` and
 * `sentCount`. The lease of another process is not changed.
 */
async function giveLeaseBack({ installId, version, sentAt, sentCount }: Tokens, holder: string) {
  await withSystem(async (tx) =>
    tx.installToken.updateMany({
      where: { installId, version, leaseHolder: holder },
      data: { leaseUntil: new Date((await dbNow(tx)).getTime() + unsentLeaseMs), sentAt, sentCount },
    }),
  );
}

/**
 * Stores the new pair of tokens even if another process has the lease now. The platform issues only one new pair for a
 * refresh token, so this pair must not be lost. If a new OAuth grant has stored tokens in the meantime, the version
 * differs and those tokens stay.
 */
async function storeSuccessor(seen: Tokens, tokens: TokenResponse, at: Date): Promise<boolean> {
  const { installId, version } = seen;
  return withSystem(async (tx) => {
    // Locks the row of the tokens. If the version has changed, no row is found, and the stored tokens stay.
    const { count } = await tx.installToken.updateMany({
      where: { installId, version },
      data: { leaseUntil: null },
    });
    if (count === 0) return false;
    await storeTokens(tx, tokens, at);
    // This condition is true only if a 401 caused the refresh. After a 401, refused() has set `trialUntil` and
    // `expiresAt` to the same time. In all other cases, `trialUntil` is null or earlier than `expiresAt`.
    if (seen.trialUntil && seen.trialUntil >= seen.expiresAt) {
      const trialUntil = new Date((await dbNow(tx)).getTime() + trialMs);
      await tx.installToken.updateMany({ where: { installId }, data: { trialUntil } });
    }
    return true;
  });
}

/**
 * Records that a merchant must connect the store again. Until the store is connected again, no request is sent for the
 * install, and requireInstall accepts none of its sessions. The new grant ends these sessions (S32).
 */
async function requireReconnect(installId: InstallId, version: number): Promise<void> {
  await withSystem(async (tx) => {
    const { count } = await tx.installToken.updateMany({
      where: { installId, version, state: { not: 'reconnect' } },
      data: { state: 'reconnect' },
    });
    if (count > 0) await notifySessions(tx, installId);
  });
}

function usable(row: Tokens): { token: AccessToken; version: number } {
  const token = decrypt(row.accessTokenEnc, accessTokenPlace(row.installId)) as AccessToken;
  return { token, version: row.version };
}

function timesOf(row: Tokens, refreshed: number | null): TokenTimes {
  return {
    state: row.state,
    obtainedAtMs: row.obtainedAt.getTime(),
    expiresAtMs: row.expiresAt.getTime(),
    leaseUntilMs: row.leaseUntil?.getTime() ?? null,
    sentAtMs: row.sentAt?.getTime() ?? null,
    sentCount: row.sentCount,
    trialUntilMs: row.version === refreshed ? null : (row.trialUntil?.getTime() ?? null),
  };
}
