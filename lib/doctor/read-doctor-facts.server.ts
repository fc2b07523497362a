import 'server-only';
import type { DoctorFacts, StoreFacts } from '@/lib/doctor/evaluate-facts';
import { readLoginRights } from '@/lib/doctor/read-login-rights.server';
import { readSyncHealth } from '@/lib/mirror/health/read-sync-health.server';
import { MetadataError, oauthEndpoints } from 'commerce-platform-client/tokens/oauth-endpoints';
import { shareFor } from '@/lib/system/process/share-for';
import { readStuckStores } from '@/lib/ops/read-stores.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { readReplicaHealth, systemQuery } from '@/lib/system/db';
import { readLedgerHealth } from '@/lib/system/ledger/read-ledger-health';
import { countKeyUses } from '@/lib/system/keys/encrypted-columns';
import { env } from '@/lib/system/env';
import { processFacts } from '@/lib/system/process/process-facts';
import { countDataKeys } from '@/lib/system/keys/rotate-ring';
import { readSchemaVersion } from '@/lib/system/schema-version';

/** Time limit of the check of the platform. A check that takes longer counts as failed. */
const platformTimeoutMs = 10_000;

/** Runs the checks of the deployment. The result of a failed check is null. The function never throws. */
export async function readDoctorFacts(): Promise<DoctorFacts> {
  const isProduction = env().DAFTAR_MODE === 'production';
  // The response time is measured before all other checks start, because they use much CPU of the process.
  const database = await orNull(readDatabase());
  const [migrations, login, keys, ledger, replica, oauth, platform, stores] = await Promise.all([
    orNull(readSchemaVersion()),
    isProduction ? orNull(readLoginRights((sql) => systemQuery(sql, []))) : undefined,
    orNull(readKeys()),
    isProduction || env().LEDGER_DATABASE_URL ? orNull(readLedgerHealth()) : undefined,
    orNull(readReplicaHealth()),
    readOAuth(),
    orNull(readPlatform()),
    orNull(readStuckStores()),
  ]);
  return { database, migrations, login, keys, ledger, replica, oauth, platform, stores };
}

/**
 * Time in ms for which visits of the screen for developers share one check of the platform. The result of this check is
 * the same for every install, so many visits cause only one request to the platform (S13).
 */
const platformForMs = 10_000;
const sharedPlatform = shareFor(platformForMs, () => orNull(readPlatform()));

/**
 * Checks one install and the platform. The result for the platform may be up to 10 s old. The result of a failed check
 * is null. The function never throws.
 */
export async function readStoreFacts(installId: InstallId): Promise<StoreFacts> {
  const [platform, install] = await Promise.all([sharedPlatform(), orNull(readInstall(installId))]);
  return { platform, install };
}

/** Returns the versions of the app and of Node.js. */
export function readVersions(): { app: string; node: string } {
  return { app: processFacts().version, node: process.versions.node };
}

const orNull = <T>(read: Promise<T>): Promise<T | null> => read.catch(() => null);

async function readDatabase() {
  // The first statement of a process also opens a database connection, which takes longer than the statement. So only
  // the second statement is measured.
  await systemQuery('SELECT 1', []);
  const startedAt = performance.now();
  await systemQuery('SELECT 1', []);
  return { ms: performance.now() - startedAt };
}

/**
 * Counts the uses of each encryption key over every encrypted column. The list of columns comes from the catalog of the
 * database, so no column can be forgotten.
 */
async function readKeys(): Promise<DoctorFacts['keys']> {
  const [used, values] = await Promise.all([countDataKeys(), countKeyUses()]);
  return { ring: env().ENCRYPTION_KEYS.map(({ id }) => id), used, values };
}

async function readOAuth(): Promise<DoctorFacts['oauth']> {
  try {
    await oauthEndpoints(env());
    return { problem: null };
  } catch (error) {
    if (!(error instanceof MetadataError)) throw error;
    return { problem: { code: error.code, message: error.message } };
  }
}

/**
 * Sends a request without a token to the platform, to measure its response time and its clock. Any status below 500 is
 * enough, because each such response has a Date header (RFC 9110, 6.6.1).
 */
async function readPlatform(): Promise<DoctorFacts['platform']> {
  const startedAt = Date.now();
  const response = await fetch(new URL(env().PLATFORM_API_URL).origin, {
    method: 'HEAD',
    redirect: 'manual',
    cache: 'no-store',
    signal: AbortSignal.timeout(platformTimeoutMs),
  });
  const endedAt = Date.now();
  const date = Date.parse(response.headers.get('date') ?? '');
  if (response.status >= 500 || Number.isNaN(date)) return null;
  // The Date header has only whole seconds, so half a second is added for the missing fraction. The platform wrote the
  // header at some time between our request and the response. So the time in the header is compared with the middle
  // between request and response.
  return { ms: endedAt - startedAt, skewMs: date + 500 - (startedAt + endedAt) / 2 };
}

async function readInstall(installId: InstallId): Promise<StoreFacts['install']> {
  const [row] = await systemQuery<{ granted: string[]; effective: string[]; token: string | null }>(
    `SELECT i.granted_scopes AS granted, i.effective_scopes AS effective, t.state AS token
     FROM installs i LEFT JOIN install_tokens t USING (install_id) WHERE i.install_id = $1`,
    [installId],
  );
  const { subscription } = await readSyncHealth({ installId });
  return {
    subscription: subscription.state,
    token: row?.token ?? 'none',
    granted: row?.granted ?? [],
    effective: row?.effective ?? [],
  };
}
