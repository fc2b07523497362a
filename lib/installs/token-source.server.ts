import 'server-only';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { decideRefresh } from '@/lib/installs/refresh-decision';
import { missingExpiresInSeconds, oauthPaths } from '@/lib/platform/assumptions';
import type { AccessToken, TokenSource } from '@/lib/platform/client';
import type { TokenResponse } from '@/lib/platform/contract/oauth';
import { refreshTokens } from '@/lib/platform/oauth';
import { PlatformError, ReconnectRequired } from '@/lib/platform/platform-error';
import type { InstallId } from '@/lib/shared/ids';
import { crashPoint } from '@/lib/system/crash-point';
import { decrypt, encrypt } from '@/lib/system/crypto';
import { dbNow, type Tx, withSystem } from '@/lib/system/db';
import { env } from '@/lib/system/env';
import type { InstallToken } from '@/lib/system/generated/prisma/client';
import { log } from '@/lib/system/log';

/** Longer than a refresh may take (10 s), so that two processes never send at once. */
const leaseMs = 15_000;

/**
 * Tokens of one install, refreshed by one process at a time: the lease and the version of the row decide, and
 * sent_at is saved before the first byte leaves (security: Refresh).
 */
export function tokenSource(installId: InstallId): TokenSource {
  return {
    async current() {
      for (;;) {
        const { row, now } = await withSystem(async (tx) => ({
          row: await tx.installToken.findUnique({ where: { installId } }),
          now: await dbNow(tx),
        }));
        if (!row) throw new ReconnectRequired(`no tokens are held for ${installId}`);
        const decision = decideRefresh(timesOf(row), now.getTime());
        if (decision === 'use') return usable(row);
        if (decision === 'wait') await sleep(100);
        if (decision === 'refresh') await refreshUnderLease(row, now);
        if (decision === 'later')
          throw new PlatformError('the token endpoint gives no answer', { status: 0, code: 'unreachable' });
        if (decision === 'reconnect') {
          await requireReconnect(installId, row.version);
          throw new ReconnectRequired(`${installId} has to be connected again`);
        }
      }
    },
    async refused(version, again) {
      if (again) return requireReconnect(installId, version);
      // Expired as of now: the next current() refreshes it, one process alone.
      await withSystem(async (tx) =>
        tx.installToken.updateMany({ where: { installId, version }, data: { expiresAt: await dbNow(tx) } }),
      );
    },
  };
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
  };
  await tx.installToken.upsert({
    where: { installId },
    create: { installId, ...pair },
    update: { ...pair, version: { increment: 1 } },
  });
}

async function refreshUnderLease(seen: InstallToken, now: Date): Promise<void> {
  const { installId, version } = seen;
  const leaseHolder = randomUUID();
  // Before anything is counted: a key that this process lacks is no answer of the platform's.
  const refreshToken = decrypt(seen.refreshTokenEnc, { installId, column: 'refresh_token' });
  const { count } = await withSystem((tx) =>
    tx.installToken.updateMany({
      where: {
        installId,
        version,
        sentCount: seen.sentCount,
        OR: [{ leaseUntil: null }, { leaseUntil: { lte: now } }],
      },
      data: {
        leaseHolder,
        leaseUntil: new Date(now.getTime() + leaseMs),
        sentAt: now,
        sentCount: { increment: 1 },
      },
    }),
  );
  if (count === 0) return;
  crashPoint('refresh.before_send');
  const outcome = await refreshTokens({
    tokenUrl: `${env().PLATFORM_ISSUER}${oauthPaths.token}`,
    clientId: env().PLATFORM_CLIENT_ID,
    clientSecret: env().PLATFORM_CLIENT_SECRET,
    refreshToken,
  });
  crashPoint('refresh.before_store');
  const held = { installId, version, leaseHolder };
  await withSystem(async (tx) => {
    if (outcome.code === 'refreshed' && outcome.tokens.install_id === installId) {
      // Locks the row: a new grant that came meanwhile has another version and wins.
      const { count: mine } = await tx.installToken.updateMany({ where: held, data: { leaseUntil: null } });
      if (mine === 1) await storeTokens(tx, outcome.tokens, now);
      return;
    }
    // invalid_grant is final for this token: what is left is the access token's own life.
    const state = outcome.code === 'invalid_grant' ? { state: 'refused' } : {};
    await tx.installToken.updateMany({
      where: held,
      data: { leaseUntil: null, leaseHolder: null, ...state },
    });
    log.warn({ installId, outcome: outcome.code }, 'refresh did not succeed');
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

function timesOf(row: InstallToken) {
  return {
    state: row.state,
    obtainedAtMs: row.obtainedAt.getTime(),
    expiresAtMs: row.expiresAt.getTime(),
    leaseUntilMs: row.leaseUntil?.getTime() ?? null,
    sentAtMs: row.sentAt?.getTime() ?? null,
    sentCount: row.sentCount,
  };
}
