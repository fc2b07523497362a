import 'server-only';
import type { InstallId, StoreId } from '@/lib/shared/ids';
import { decrypt } from '@/lib/system/crypto';
import { withSystem } from '@/lib/system/db';

/** What a delivery is judged by. An unknown install has no secrets, and the same work is done for it. */
export type DeliverySecrets = { storeId: StoreId | null; isDevelopment: boolean; secrets: string[] };

const knownForMs = 30_000;
const unknownForMs = 5_000;
const entriesMax = 10_000;

type Held = {
  storeId: StoreId | null;
  isDevelopment: boolean;
  current: string[];
  previous: string[];
  previousUntilMs: number;
};
type Entry = Held & { readAt: number };
const entries = new Map<string, Entry>();

/**
 * The secrets of an install, from memory when they were read a moment ago: a forged delivery costs an HMAC and no
 * query. `notOlderThanMs` asks again, for a signature that fails against what may be an old secret.
 */
export async function deliverySecrets(
  installId: InstallId,
  notOlderThanMs?: number,
): Promise<DeliverySecrets> {
  const held = entries.get(installId);
  const livesMs = notOlderThanMs ?? (held?.storeId ? knownForMs : unknownForMs);
  if (held && Date.now() - held.readAt < livesMs) return validNow(held);
  const entry = { ...(await readSecrets(installId)), readAt: Date.now() };
  if (entries.size >= entriesMax) entries.clear();
  entries.set(installId, entry);
  return validNow(entry);
}

function validNow({ storeId, isDevelopment, current, previous, previousUntilMs }: Held): DeliverySecrets {
  return {
    storeId,
    isDevelopment,
    secrets: Date.now() < previousUntilMs ? [...current, ...previous] : current,
  };
}

async function readSecrets(installId: InstallId): Promise<Held> {
  const { row, install } = await withSystem(async (tx) => ({
    row: await tx.webhookSecret.findUnique({ where: { installId } }),
    install: await tx.install.findUnique({ where: { installId }, select: { isDevelopment: true } }),
  }));
  if (!row) return { storeId: null, isDevelopment: false, current: [], previous: [], previousUntilMs: 0 };
  const open = (sealed: string | null) =>
    sealed === null ? [] : [decrypt(sealed, { installId, column: 'webhook_secret' })];
  return {
    storeId: row.storeId as StoreId,
    isDevelopment: install?.isDevelopment ?? false,
    current: open(row.currentEnc),
    previous: open(row.previousEnc),
    previousUntilMs: row.previousUntil?.getTime() ?? 0,
  };
}
