import 'server-only';
import type { InstallId, StoreId } from '@/lib/shared/ids';
import { createBatcher } from '@/lib/system/batcher';
import { decrypt, type Place } from '@/lib/system/keys/crypto';
import { loadDataKeys, systemQuery } from '@/lib/system/db';
import { log } from '@/lib/system/log';
import { currentSecretPlace, previousSecretPlace } from '@/lib/webhooks/webhook-secret.server';

/**
 * The data that verifies a delivery. An unknown install has no secrets, but verification does the same work for it
 * (S10).
 */
export type DeliverySecrets = { storeId: StoreId | null; isDevelopment: boolean; secrets: string[] };

const knownForMs = 30_000;
const unknownForMs = 5_000;
const entriesMax = 10_000;
const recheckMs = 1_000;
/** Waiting time of an address that failed often. All such addresses share one query. */
const lastInLineMs = 200;

type CachedSecrets = {
  storeId: StoreId;
  isDevelopment: boolean;
  current: string[];
  previous: string[];
  previousUntilMs: number;
  readAtMs: number;
};

/** Separate maps, so that a flood of invented ids cannot evict a known install (S13). */
const known = new Map<InstallId, CachedSecrets>();
const unknownUntilMs = new Map<InstallId, number>();
const unknown: DeliverySecrets = { storeId: null, isDevelopment: false, secrets: [] };

/**
 * Returns the secrets of an install, from memory if they were read recently. A forged delivery then costs an HMAC and
 * at most a share of a query. `lastInLine` is for addresses that failed often: such look-ups are gathered for 200 ms. A
 * known install is still looked up immediately. Throws if the database cannot be queried or too many look-ups wait;
 * then nothing is known about the install.
 */
export function deliverySecrets(
  installId: InstallId,
  { lastInLine }: { lastInLine: boolean },
): DeliverySecrets | Promise<DeliverySecrets> {
  const cached = known.get(installId);
  if (cached) {
    if (Date.now() - cached.readAtMs >= knownForMs) return lookUp(installId, readNow);
    // The map is in order of use: its first entry was used longest ago.
    known.delete(installId);
    known.set(installId, cached);
    return validNow(cached);
  }
  if (Date.now() < (unknownUntilMs.get(installId) ?? 0)) return unknown;
  return lookUp(installId, lastInLine ? readLater : readNow);
}

/**
 * Reads the secrets again after a failed signature, because another process may have just rotated the secret. An
 * install is read at most once a second, however many signatures fail. Returns null if it was read within the last
 * second.
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

/** One statement at a time serves all waiting look-ups. */
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

/** Concurrent look-ups of one install share one result. */
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

/** Decrypts one row. A row with a key that is no longer in the ring does not fail the other rows. */
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
