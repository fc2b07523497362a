import 'server-only';
import type { InstallId, StoreId } from 'commerce-platform-client/contract/ids';
import { createBatcher } from '@/lib/system/batcher';
import { decrypt, type Place } from '@/lib/system/keys/crypto';
import { loadDataKeys, systemQuery } from '@/lib/system/db';
import { log } from '@/lib/system/log';
import { currentSecretPlace, previousSecretPlace } from '@/lib/webhooks/webhook-secret.server';

/**
 * The data with which a delivery is verified. An unknown install has no secrets, but its deliveries are verified with
 * the same amount of work (S10).
 */
export type DeliverySecrets = { storeId: StoreId | null; isDevelopment: boolean; secrets: string[] };

const knownForMs = 30_000;
const unknownForMs = 5_000;
const entriesMax = 10_000;
const recheckMs = 1_000;
/**
 * Time in milliseconds for which a delivery waits if its address has many failed deliveries and the secrets of its
 * install are not in memory. Then one query reads the secrets for all deliveries that wait.
 */
const lastInLineMs = 200;

type CachedSecrets = {
  storeId: StoreId;
  isDevelopment: boolean;
  current: string[];
  previous: string[];
  previousUntilMs: number;
  readAtMs: number;
};

/**
 * Known and unknown installs have separate maps, so that many invented ids cannot remove a known install from memory
 * (S13).
 */
const known = new Map<InstallId, CachedSecrets>();
const unknownUntilMs = new Map<InstallId, number>();
const unknown: DeliverySecrets = { storeId: null, isDevelopment: false, secrets: [] };

/**
 * Returns the webhook secrets of an install. They are taken from memory if they were read recently, and read from the
 * database if not. Several look-ups share one query, so a forged delivery costs an HMAC and at most a part of one
 * query. Throws if the database cannot be queried or if too many look-ups wait. It is then unknown whether the install
 * exists.
 *
 * `lastInLine` is true for a delivery from a client address with many failed deliveries. The look-up for such a
 * delivery waits up to 200 ms, and all look-ups that wait share the same query.
 */
export function deliverySecrets(
  installId: InstallId,
  { lastInLine }: { lastInLine: boolean },
): DeliverySecrets | Promise<DeliverySecrets> {
  const cached = known.get(installId);
  if (cached) {
    if (Date.now() - cached.readAtMs >= knownForMs) return lookUp(installId, readNow);
    // The map is sorted by the time of use, so its first entry was used longest ago.
    known.delete(installId);
    known.set(installId, cached);
    return validNow(cached);
  }
  if (Date.now() < (unknownUntilMs.get(installId) ?? 0)) return unknown;
  return lookUp(installId, lastInLine ? readLater : readNow);
}

/**
 * Reads the webhook secrets of an install again after a wrong signature, because another process may just have replaced
 * the secret. Returns null if they were already read within the last second, or if the install is not in the memory of
 * known installs. So they are read at most once a second, even if many signatures are wrong.
 */
export function newerDeliverySecrets(installId: InstallId): Promise<DeliverySecrets> | null {
  const cached = known.get(installId);
  return cached && Date.now() - cached.readAtMs >= recheckMs ? lookUp(installId, readNow) : null;
}

function validNow({
  storeId,
  isDevelopment,
  current,
  previous,
  previousUntilMs,
}: CachedSecrets): DeliverySecrets {
  return {
    storeId,
    isDevelopment,
    secrets: Date.now() < previousUntilMs ? [...current, ...previous] : current,
  };
}

/**
 * Options of the two batchers that look up secrets. Each batcher runs one statement at a time. One statement reads the
 * secrets for all look-ups that wait in the batcher.
 */
const reading = {
  run: readSecrets,
  inFlightMax: 1,
  batchMax: { items: 2_000 },
  waitingMax: { items: 2_000 },
};
const readNow = { read: createBatcher(reading), inFlight: new Map<InstallId, Promise<DeliverySecrets>>() };
const readLater = {
  read: createBatcher({ ...reading, gatherMs: lastInLineMs }),
  inFlight: new Map<InstallId, Promise<DeliverySecrets>>(),
};

/** Looks up the secrets of an install. Concurrent look-ups of one install share one result. */
function lookUp(installId: InstallId, { read, inFlight }: typeof readNow): Promise<DeliverySecrets> {
  const running = inFlight.get(installId);
  if (running) return running;
  const answer = read(installId)
    .then((found) => cacheSecrets(installId, found))
    .finally(() => inFlight.delete(installId));
  inFlight.set(installId, answer);
  return answer;
}

function cacheSecrets(installId: InstallId, found: CachedSecrets | null | 'sealed'): DeliverySecrets {
  if (found === 'sealed') throw new Error('the webhook secret of an install could not be decrypted');
  known.delete(installId);
  unknownUntilMs.delete(installId);
  if (found) setBounded(known, installId, found);
  else setBounded(unknownUntilMs, installId, Date.now() + unknownForMs);
  return found ? validNow(found) : unknown;
}

function setBounded<Value>(map: Map<InstallId, Value>, installId: InstallId, value: Value): void {
  map.set(installId, value);
  if (map.size <= entriesMax) return;
  for (const first of map.keys()) {
    map.delete(first);
    break;
  }
}

type Row = {
  install_id: InstallId;
  store_id: StoreId;
  current_enc: string | null;
  previous_enc: string | null;
  previous_until: Date | null;
  is_development: boolean | null;
};

async function readSecrets(installIds: InstallId[]): Promise<(CachedSecrets | null | 'sealed')[]> {
  const readAtMs = Date.now();
  const rows = await systemQuery<Row>(
    `SELECT install_id, s.store_id, current_enc, previous_enc, previous_until, is_development
     FROM webhook_secrets s LEFT JOIN installs USING (install_id) WHERE install_id = ANY($1)`,
    [installIds],
  );
  await loadDataKeys(rows.map((row) => row.install_id));
  const found = new Map(rows.map((row) => [row.install_id, row]));
  return installIds.map((installId) => {
    const row = found.get(installId);
    return row ? openRow(row, readAtMs) : null;
  });
}

/**
 * Decrypts the webhook secrets of one row. Returns `sealed` if they cannot be decrypted, for example because a key is
 * missing. The rows of other installs in the query are not affected.
 */
function openRow(row: Row, readAtMs: number): CachedSecrets | 'sealed' {
  const installId = row.install_id;
  const open = (sealed: string | null, place: Place) => (sealed === null ? [] : [decrypt(sealed, place)]);
  try {
    return {
      storeId: row.store_id,
      isDevelopment: row.is_development ?? false,
      current: open(row.current_enc, currentSecretPlace(installId)),
      previous: open(row.previous_enc, previousSecretPlace(installId)),
      previousUntilMs: row.previous_until?.getTime() ?? 0,
      readAtMs,
    };
  } catch (error) {
    log.error(
      { error, installId: row.install_id },
      'webhook secret could not be decrypted; deliveries of this install get 503',
    );
    return 'sealed';
  }
}
