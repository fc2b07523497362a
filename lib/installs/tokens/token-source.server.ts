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
import { decrypt, encrypt } from '@/lib/system/crypto';
import { dbNow, type Tx, withSystem } from '@/lib/system/db';
import { env } from '@/lib/system/env';
import type { InstallToken } from '@/lib/system/generated/prisma/client';
import { log } from '@/lib/system/log';

/** Longer than a refresh may take (10 s), so that two processes never send at once. */
const leaseMs = 15_000;

/** A process that stood still for longer between saving and sending does not send: another may have meanwhile. */
const sendWithinMs = 2_000;
/** What it leaves of its lease: with a token that still serves, its caller uses that and does not try again at once. */
const unsentLeaseMs = 1_000;

/** How long the one call that a 401 had refreshed for has its successor to itself. */
const trialMs = 5_000;

/**
 * Tokens of one install, refreshed by one process at a time: the lease and the version of the row decide, and
 * sent_at is saved before the first byte leaves (security: Refresh).
 */
export function tokenSource(installId: InstallId): TokenSource {
  return {
    current: (signal) => beforeAbort(findToken(installId, signal), signal),
    async refused(version, again) {
      if (again) return requireReconnect(installId, version);
      await withSystem(async (tx) => {
        const now = await dbNow(tx);
        // On trial it is itself the successor of one that was refused, whoever asked for it.
        const { count } = await tx.installToken.updateMany({
          where: { installId, version, trialUntil: { gt: now } },
          data: { state: 'reconnect' },
        });
        // Expired as of now: the next current() refreshes it, one process alone, and tries its successor alone.
        if (count === 0)
          await tx.installToken.updateMany({
            where: { installId, version },
            data: { expiresAt: now, trialUntil: now },
          });
      });
    },
  };
}

/** Goes on until there is a token, or none can be had, or nobody waits for it any more. */
async function findToken(
  installId: InstallId,
  signal: AbortSignal,
): Promise<{ token: AccessToken; version: number }> {
  let refreshed: number | null = null;
  for (;;) {
    signal.throwIfAborted();
    const { row, now } = await withSystem(async (tx) => ({
      row: await tx.installToken.findUnique({ where: { installId } }),
      now: await dbNow(tx),
    }));
    if (!row) throw new ReconnectRequired(`no tokens are held for ${installId}`);
    const times = timesOf(row, refreshed);
    const decision = decideRefresh(times, now.getTime());
    if (decision === 'use') return usable(row);
    if (decision === 'wait') await sleep(100, undefined, { signal });
    if (decision === 'refresh' && (await refreshUnderLease(row, times))) refreshed = row.version + 1;
    if (decision === 'later')
      throw new PlatformError('the token endpoint gives no answer', { status: 0, code: 'not_sent' });
    if (decision === 'reconnect') {
      await requireReconnect(installId, row.version);
      throw new ReconnectRequired(`${installId} has to be connected again`);
    }
  }
}

/** Stores a token pair: of a new grant, or the successor under its lease. Runs in the caller's transaction. */
export async function storeTokens(tx: Tx, tokens: TokenResponse, receivedAt: Date): Promise<void> {
  const installId = tokens.install_id;
  const lifetimeMs = (tokens.expires_in ?? missingExpiresInSeconds) * 1000;
  const pair = {
    accessTokenEnc: encrypt(tokens.access_token, { installId, column: 'access_token' }),
    refreshTokenEnc: encrypt(tokens.refresh_token, { installId, column: 'refresh_token' }),
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
    // Not from 1 again after an uninstall: a call that is still on its way with the old token names its version when
    // it is refused, and must not mean this one.
    create: { installId, ...pair, version: randomInt(1, 2 ** 30) },
    update: { ...pair, version: { increment: 1 } },
  });
}

/** Whether the successor was stored by this call. */
async function refreshUnderLease(seen: InstallToken, times: TokenTimes): Promise<boolean> {
  const { installId, version } = seen;
  // Before anything is counted: a key that this process lacks is no answer of the platform's.
  const refreshToken = decrypt(seen.refreshTokenEnc, { installId, column: 'refresh_token' });
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
        // invalid_grant is final for this token: what is left is the access token's own life.
        ...(outcome.code === 'invalid_grant' && { state: 'refused' }),
      },
    }),
  );
  log.warn({ installId, outcome: outcome.code }, 'refresh did not succeed');
  return false;
}

type Lease = { holder: string; at: Date; takenMs: number };

/** Saves that a refresh is about to be sent; null when another process was first, or it is too late for it now. */
async function takeLease(seen: InstallToken, times: TokenTimes): Promise<Lease | null> {
  const { installId, version, sentCount } = seen;
  const holder = randomUUID();
  return withSystem(async (tx) => {
    // Waiting for a connection is no standing still: the lease begins with the row.
    const takenMs = performance.now();
    const at = await dbNow(tx);
    // A process may have waited long for this connection since it decided.
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

/** Nothing was sent, so nothing is counted; of another's lease nothing is touched. */
async function giveLeaseBack({ installId, version, sentAt, sentCount }: InstallToken, holder: string) {
  await withSystem(async (tx) =>
    tx.installToken.updateMany({
      where: { installId, version, leaseHolder: holder },
      data: { leaseUntil: new Date((await dbNow(tx)).getTime() + unsentLeaseMs), sentAt, sentCount },
    }),
  );
}

/**
 * Whoever holds the lease by now: a refresh token has one successor, and this is it. A new grant that came meanwhile
 * has another version and wins.
 */
async function storeSuccessor(seen: InstallToken, tokens: TokenResponse, at: Date): Promise<boolean> {
  const { installId, version } = seen;
  return withSystem(async (tx) => {
    // Locks the row.
    const { count } = await tx.installToken.updateMany({
      where: { installId, version },
      data: { leaseUntil: null },
    });
    if (count === 0) return false;
    await storeTokens(tx, tokens, at);
    // Refreshed for a 401: a refusal alone sets both to its own moment.
    if (seen.trialUntil && seen.trialUntil >= seen.expiresAt) {
      const trialUntil = new Date((await dbNow(tx)).getTime() + trialMs);
      await tx.installToken.updateMany({ where: { installId }, data: { trialUntil } });
    }
    return true;
  });
}

/** Opens the circuit: no call is made for this install until a merchant connects it again. */
async function requireReconnect(installId: InstallId, version: number): Promise<void> {
  await withSystem((tx) =>
    tx.installToken.updateMany({ where: { installId, version }, data: { state: 'reconnect' } }),
  );
}

function usable(row: InstallToken): { token: AccessToken; version: number } {
  const place = { installId: row.installId, column: 'access_token' };
  return { token: decrypt(row.accessTokenEnc, place) as AccessToken, version: row.version };
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
