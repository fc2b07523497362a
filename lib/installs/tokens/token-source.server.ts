import 'server-only';
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAbort } from '@/lib/installs/tokens/before-abort';
import { decideRefresh, type TokenTimes } from '@/lib/installs/tokens/refresh-decision';
import { missingExpiresInSeconds } from '@/lib/platform/assumptions';
import type { TokenResponse } from '@/lib/platform/contract/oauth';
import { refreshTokens } from '@/lib/platform/oauth';
import { MetadataError, type OAuthEndpoints, oauthEndpoints } from '@/lib/platform/oauth-endpoints';
import { PlatformError, ReconnectRequired } from '@/lib/platform/platform-error';
import type { AccessToken, TokenSource } from '@/lib/platform/ports';
import type { InstallId } from '@/lib/shared/ids';
import { crashPoint } from '@/lib/system/crash-point';
import { decrypt, encrypt, type Place } from '@/lib/system/keys/crypto';
import { dbNow, loadDataKeys, loadDataKeysIn, type Tx, withSystem } from '@/lib/system/db';
import { env } from '@/lib/system/env';
import { notifySessions } from '@/lib/system/live/notify';
import type { InstallToken } from '@/lib/system/generated/prisma/client';
import { log } from '@/lib/system/log';

/**
 * Length of the lease for a token refresh. It is longer than a refresh may take (10 s), so that two processes never
 * send at the same time.
 */
const leaseMs = 15_000;

/**
 * Maximum time between saving the lease and sending the token refresh. A process that was stopped for longer does not
 * send, because another process may have sent meanwhile.
 */
const sendWithinMs = 2_000;
/**
 * If a process took the lease but did not send the token refresh, it shortens the lease to this time. Until the lease
 * ends, a caller whose token is still valid uses that token and does not try to refresh it.
 */
const unsentLeaseMs = 1_000;

/** How long a new access token is reserved for the one call that requested it after a 401. */
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
 * Source of the tokens of one install. Only one process at a time refreshes the tokens: the one that has the lease for
 * the current version of the token row. The time of sending is saved before the first byte is sent (S9).
 */
export function tokenSource(installId: InstallId): TokenSource {
  return {
    current: (signal) => beforeAbort(findToken(installId, signal), signal),
    async refused(version, again) {
      if (again) return requireReconnect(installId, version);
      await withSystem(async (tx) => {
        const now = await dbNow(tx);
        // Until `trialUntil`, the token is on trial: the platform had refused the token before it. If the platform also
        // refuses the new token in a call of any caller, another refresh does not help. The store must then be
        // connected again.
        const { count } = await tx.installToken.updateMany({
          where: { installId, version, trialUntil: { gt: now } },
          data: { state: 'reconnect' },
        });
        if (count > 0) await notifySessions(tx, installId);
        // A token that is not on trial is set to expired, so that the next call of current() refreshes it. Only one
        // process sends the refresh. At first, only the call that sent the refresh may use the new token.
        else
          await tx.installToken.updateMany({
            where: { installId, version },
            data: { expiresAt: now, trialUntil: now },
          });
      });
    },
  };
}

/** Returns a usable token. Tries again until there is one, no token can be obtained, or the caller's signal aborts. */
async function findToken(
  installId: InstallId,
  signal: AbortSignal,
): Promise<{ token: AccessToken; version: number }> {
  let refreshed: number | null = null;
  for (;;) {
    signal.throwIfAborted();
    await loadDataKeys([installId]);
    const { row, now } = await withSystem(async (tx) => ({
      row: await tx.installToken.findUnique({ where: { installId } }),
      now: await dbNow(tx),
    }));
    if (!row) throw new ReconnectRequired(`no tokens are stored for ${installId}`);
    const times = timesOf(row, refreshed);
    const decision = decideRefresh(times, now.getTime());
    if (decision === 'use') return usable(row);
    if (decision === 'wait') await sleep(100, undefined, { signal });
    if (decision === 'refresh') {
      const endpoints = await findEndpoints();
      if (endpoints === null && now < row.expiresAt) return usable(row);
      if (endpoints === null)
        throw new PlatformError('the token endpoint is not known', { status: 0, code: 'not_sent' });
      if (await refreshUnderLease(row, times, endpoints)) refreshed = row.version + 1;
    }
    if (decision === 'later')
      throw new PlatformError('the token endpoint does not answer', { status: 0, code: 'not_sent' });
    if (decision === 'reconnect') {
      await requireReconnect(installId, row.version);
      throw new ReconnectRequired(`${installId} must be connected again by the merchant`);
    }
  }
}

/**
 * Stores a pair of access and refresh token, from a new grant or from a refresh under the lease. Runs in the caller's
 * transaction.
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
    // After an uninstall, the install has no token row. The version of the next token then starts at a random number,
    // not at 1. A call with a token from before the uninstall may still be running, and reports a refusal by the
    // token's version. That version must not equal the version of the new token.
    create: { installId, ...pair, version: randomInt(1, 2 ** 30) },
    update: { ...pair, version: { increment: 1 } },
  });
}

/**
 * Returns the OAuth endpoints, or null if the issuer's metadata cannot be used. This happens before the lease, so that a
 * slow metadata document does not count as an attempt to refresh.
 */
async function findEndpoints(): Promise<OAuthEndpoints | null> {
  try {
    return await oauthEndpoints(env());
  } catch (error) {
    if (!(error instanceof MetadataError)) throw error;
    log.warn({ reason: error.message }, 'the token endpoint is not known; the refresh is tried again later');
    return null;
  }
}

/** Refreshes the token under the lease. Returns whether this call stored the new token pair. */
async function refreshUnderLease(
  seen: InstallToken,
  times: TokenTimes,
  { token, clientAuthentication }: OAuthEndpoints,
): Promise<boolean> {
  const { installId, version } = seen;
  // The refresh token is decrypted before the attempt is counted. So a missing encryption key does not count as an
  // attempt.
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
  crashPoint('refresh.before_store');
  if (outcome.code === 'refreshed' && outcome.tokens.install_id === installId)
    return storeSuccessor(seen, outcome.tokens, lease.at);
  await withSystem((tx) =>
    tx.installToken.updateMany({
      where: { installId, version, leaseHolder: lease.holder },
      data: {
        leaseUntil: null,
        leaseHolder: null,
        // invalid_grant is a final refusal of this refresh token. The access token is still used until it expires.
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
 * Takes the lease and saves that a token refresh is about to be sent. Returns null if another process was first, or if
 * the refresh is no longer needed.
 */
async function takeLease(seen: InstallToken, times: TokenTimes): Promise<Lease | null> {
  const { installId, version, sentCount } = seen;
  const holder = randomUUID();
  return withSystem(async (tx) => {
    // The age of the lease is measured from here, because the lease begins with the update of the row. The wait for a
    // database connection before that does not count.
    const takenMs = performance.now();
    const at = await dbNow(tx);
    // The wait for the database connection may have been long, so the refresh is decided again for the current time.
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
 * This process sent no token refresh, so it shortens its lease to `unsentLeaseMs` and restores `sentAt` and
 * `sentCount`. The lease of another process is not changed.
 */
async function giveLeaseBack({ installId, version, sentAt, sentCount }: InstallToken, holder: string) {
  await withSystem(async (tx) =>
    tx.installToken.updateMany({
      where: { installId, version, leaseHolder: holder },
      data: { leaseUntil: new Date((await dbNow(tx)).getTime() + unsentLeaseMs), sentAt, sentCount },
    }),
  );
}

/**
 * Stores the new token pair even if another process holds the lease by now. The platform issues only one new pair for a
 * refresh token, so this pair must not be lost. If a new OAuth grant arrived meanwhile, the version differs and the
 * tokens of the grant stay.
 */
async function storeSuccessor(seen: InstallToken, tokens: TokenResponse, at: Date): Promise<boolean> {
  const { installId, version } = seen;
  return withSystem(async (tx) => {
    // This update locks the token row, and finds no row if the version has changed.
    const { count } = await tx.installToken.updateMany({
      where: { installId, version },
      data: { leaseUntil: null },
    });
    if (count === 0) return false;
    await storeTokens(tx, tokens, at);
    // This condition is true only after a 401 for the old access token: refused() then sets `trialUntil` and
    // `expiresAt` to the same time. Otherwise `trialUntil` is null or earlier than `expiresAt`.
    if (seen.trialUntil && seen.trialUntil >= seen.expiresAt) {
      const trialUntil = new Date((await dbNow(tx)).getTime() + trialMs);
      await tx.installToken.updateMany({ where: { installId }, data: { trialUntil } });
    }
    return true;
  });
}

/**
 * Records that no request is sent for this install until a merchant connects the store again. Until then,
 * requireInstall accepts no session of the install, and the new grant ends all its sessions (S32).
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

function usable(row: InstallToken): { token: AccessToken; version: number } {
  const token = decrypt(row.accessTokenEnc, accessTokenPlace(row.installId)) as AccessToken;
  return { token, version: row.version };
}

function timesOf(row: InstallToken, refreshed: number | null): TokenTimes {
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
