import 'server-only';
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAbort } from '@/lib/installs/tokens/before-abort';
import { decideRefresh, type TokenTimes } from '@/lib/installs/tokens/refresh-decision';
import { missingExpiresInSeconds, oauthPaths } from '@/lib/platform/assumptions';
import type { TokenResponse } from '@/lib/platform/contract/oauth';
import { refreshTokens } from '@/lib/platform/oauth';
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

/** Longer than a refresh may take (10 s), so that two processes never send at the same time. */
const leaseMs = 15_000;

/**
 * A process that stops for longer between saving and sending does not send, because another process may have sent
 * meanwhile.
 */
const sendWithinMs = 2_000;
/**
 * Time that an unsent refresh leaves of its lease. A caller with a valid token then uses that token and does not retry
 * immediately.
 */
const unsentLeaseMs = 1_000;

/** How long a new token is reserved for the one call that requested it after a 401. */
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
 * Tokens of one install, refreshed by one process at a time. The lease and the version of the row decide which process,
 * and sent_at is saved before the first byte is sent (S9).
 */
export function tokenSource(installId: InstallId): TokenSource {
  return {
    current: (signal) => beforeAbort(findToken(installId, signal), signal),
    async refused(version, again) {
      if (again) return requireReconnect(installId, version);
      await withSystem(async (tx) => {
        const now = await dbNow(tx);
        // A token on trial is itself the successor of a refused token, no matter which call requested it.
        const { count } = await tx.installToken.updateMany({
          where: { installId, version, trialUntil: { gt: now } },
          data: { state: 'reconnect' },
        });
        // The token expires now. The next current() refreshes it in one process only, and only that call tries the new
        // token.
        if (count > 0) await notifySessions(tx, installId);
        else
          await tx.installToken.updateMany({
            where: { installId, version },
            data: { expiresAt: now, trialUntil: now },
          });
      });
    },
  };
}

/** Repeats until there is a token, no token can be obtained, or the caller's signal aborts. */
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
    if (decision === 'refresh' && (await refreshUnderLease(row, times))) refreshed = row.version + 1;
    if (decision === 'later')
      throw new PlatformError('the token endpoint does not answer', { status: 0, code: 'not_sent' });
    if (decision === 'reconnect') {
      await requireReconnect(installId, row.version);
      throw new ReconnectRequired(`${installId} must be connected again by the merchant`);
    }
  }
}

/** Stores a token pair, from a new grant or from a refresh under its lease. Runs in the caller's transaction. */
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
    // The version does not start at 1 again after an uninstall. A call still running with an old token reports that
    // token's version when it is refused. That version must not match the new token.
    create: { installId, ...pair, version: randomInt(1, 2 ** 30) },
    update: { ...pair, version: { increment: 1 } },
  });
}

/** Whether this call stored the new token pair. */
async function refreshUnderLease(seen: InstallToken, times: TokenTimes): Promise<boolean> {
  const { installId, version } = seen;
  // Decrypt before anything is counted: a key that this process lacks is not an answer of the platform.
  const refreshToken = decrypt(seen.refreshTokenEnc, refreshTokenPlace(installId));
  const lease = await takeLease(seen, times);
  if (!lease) return false;
  crashPoint('refresh.before_send');
  if (performance.now() - lease.takenMs > sendWithinMs) {
    await giveLeaseBack(seen, lease.holder);
    return false;
  }
  const outcome = await refreshTokens({
    tokenUrl: `${env().PLATFORM_ISSUER}${oauthPaths.token}`,
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
        // invalid_grant is final for this refresh token. Only the access token remains, until it expires.
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
 * Saves that a refresh is about to be sent. Returns null if another process was first, or if the decision is no longer
 * "refresh".
 */
async function takeLease(seen: InstallToken, times: TokenTimes): Promise<Lease | null> {
  const { installId, version, sentCount } = seen;
  const holder = randomUUID();
  return withSystem(async (tx) => {
    // Waiting for a connection does not count as a stopped process: the lease begins with the row.
    const takenMs = performance.now();
    const at = await dbNow(tx);
    // A process may have waited long for this connection since it decided, so it decides again.
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

/** Nothing was sent, so the counters are restored. A lease of another process is not changed. */
async function giveLeaseBack({ installId, version, sentAt, sentCount }: InstallToken, holder: string) {
  await withSystem(async (tx) =>
    tx.installToken.updateMany({
      where: { installId, version, leaseHolder: holder },
      data: { leaseUntil: new Date((await dbNow(tx)).getTime() + unsentLeaseMs), sentAt, sentCount },
    }),
  );
}

/**
 * Stores the new token pair no matter who holds the lease by now, because a refresh token has only one successor. A new
 * grant that arrived meanwhile has another version and wins.
 */
async function storeSuccessor(seen: InstallToken, tokens: TokenResponse, at: Date): Promise<boolean> {
  const { installId, version } = seen;
  return withSystem(async (tx) => {
    // This update locks the row.
    const { count } = await tx.installToken.updateMany({
      where: { installId, version },
      data: { leaseUntil: null },
    });
    if (count === 0) return false;
    await storeTokens(tx, tokens, at);
    // The refresh was caused by a 401: only such a refusal sets both times to the same moment.
    if (seen.trialUntil && seen.trialUntil >= seen.expiresAt) {
      const trialUntil = new Date((await dbNow(tx)).getTime() + trialMs);
      await tx.installToken.updateMany({ where: { installId }, data: { trialUntil } });
    }
    return true;
  });
}

/**
 * Opens the circuit: no call is made for this install until a merchant connects it again. No session of the install is
 * served meanwhile (requireInstall), and the new grant ends them all (S32).
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
