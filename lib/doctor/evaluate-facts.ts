import { scopes } from 'commerce-platform-client/contract/scopes';
import type { LedgerHealth } from '@/lib/system/ledger/read-ledger-health';
import type { ReplicaProblem } from '@/lib/system/read-replica';

/**
 * The facts that the doctor (npm run doctor) has read about the deployment. A part is null if its check could not run.
 * The facts are for the person who runs the deployment, not for the staff of a store. They contain names and numbers,
 * never a secret.
 */
export type DoctorFacts = {
  /** Response time of the database in ms. */
  database: { ms: number } | null;
  /**
   * `pending`: migrations that the running version of the app has and the database does not. `unknown`: migrations that
   * the database has and the running version of the app does not.
   */
  migrations: { pending: string[]; unknown: string[] } | null;
  /**
   * Use of the encryption keys in ENCRYPTION_KEYS. These keys encrypt the data keys of the installs, and the data keys
   * encrypt the values.
   *
   * - `ring`: ids of the configured encryption keys; new data keys are encrypted with the first one.
   * - `used`: ids of the encryption keys in use, each with the time of the earliest data key that it encrypts.
   * - `values`: for each column, the number of encrypted values whose data key is encrypted with the key `ringId`. If
   *   `ringId` is null, the data key of these values does not exist.
   */
  keys: {
    ring: string[];
    used: { id: string; since: Date }[];
    values: { column: string; ringId: string | null; values: number }[];
  } | null;
  /**
   * Rights of the app's database login. In development and in the demo, the value is undefined, because each has its
   * own database server with only one login.
   */
  login?: LoginRights | null | undefined;
  /**
   * State of the secret ledger, the database on another server with the newest tokens and keys of each install. The
   * value is undefined only in a deployment without a ledger that is not in production.
   */
  ledger?: LedgerHealth | null | undefined;
  /** Whether the read replica can be used. The value is undefined if DATABASE_READ_URL is not set. */
  replica?: 'ok' | ReplicaProblem | null | undefined;
  /**
   * `problem` is null if the OAuth endpoints are known. If not, it is the reason, and its `message` explains in English
   * what to do.
   */
  oauth: { problem: { code: 'unreachable' | 'refused'; message: string } | null };
  /** Response time of the platform, and how far its clock is ahead of ours, in ms. */
  platform: { ms: number; skewMs: number } | null;
  /** The stores that are stuck, with the reasons (lib/ops/find-problems.ts). */
  stores: { installId: string; reasons: string[] }[] | null;
};

/**
 * Rights of the app's login in the database. The login needs only the right to switch to the roles daftar_app and
 * daftar_system (SET ROLE).
 */
export type LoginRights = {
  login: string;
  /**
   * True if the login, or a role to which the login can switch, owns tables. The owner of a table can switch off its
   * row security.
   */
  ownsTables: boolean;
  /** Privileges of the database login that the app does not need, such as SUPERUSER or "member of pg_monitor". */
  excess: string[];
  /** True if every login of the database server can connect to the app's database. */
  isOpen: boolean;
};

/**
 * The facts that the doctor reads for the staff of one store: the state of the install, and whether the platform
 * responds.
 */
export type StoreFacts = {
  platform: DoctorFacts['platform'];
  install: { subscription: string; token: string; granted: string[]; effective: string[] } | null;
};

/**
 * Result of one check. `code` selects the text that is shown for the result. `values` has the count and the names that
 * this text contains.
 */
export type Finding = { state: 'ok' | 'warn' | 'bad'; code: FindingCode; values: FindingValues };
export type FindingCode = keyof typeof states;
export type FindingValues = { count: number; names: string };

/** Every finding code of the doctor and its severity. */
export const states = {
  database_ok: 'ok',
  database_slow: 'warn',
  database_down: 'bad',
  migrations_ok: 'ok',
  migrations_pending: 'bad',
  migrations_newer: 'warn',
  migrations_unread: 'warn',
  login_ok: 'ok',
  login_owner: 'warn',
  login_excess: 'warn',
  login_open: 'warn',
  login_unread: 'warn',
  keys_ok: 'ok',
  keys_old_in_use: 'warn',
  keys_aged: 'warn',
  keys_missing: 'bad',
  keys_lost: 'bad',
  keys_unread: 'warn',
  ledger_ok: 'ok',
  ledger_unset: 'warn',
  ledger_down: 'bad',
  ledger_other: 'bad',
  ledger_restored: 'bad',
  ledger_unread: 'warn',
  replica_ok: 'ok',
  replica_behind: 'warn',
  replica_unfit: 'warn',
  replica_unreachable: 'warn',
  replica_unread: 'warn',
  oauth_ok: 'ok',
  oauth_unreachable: 'bad',
  oauth_refused: 'bad',
  platform_ok: 'ok',
  platform_slow: 'warn',
  platform_down: 'bad',
  clock_ok: 'ok',
  clock_off: 'bad',
  stores_ok: 'ok',
  stores_reconnect: 'warn',
  stores_stuck: 'bad',
  stores_unread: 'warn',
  token_ok: 'ok',
  token_refused: 'bad',
  subscription_ok: 'ok',
  subscription_pending: 'warn',
  subscription_off: 'bad',
  scopes_ok: 'ok',
  scopes_off: 'warn',
} as const;

/**
 * A database whose response takes more time than this limit is reported as slow. A query by primary key takes a few ms,
 * and a screen makes several queries.
 */
const databaseSlowMs = 250;
const platformSlowMs = 2_000;
/**
 * Largest difference between our clock and the platform's clock that is not reported. With a larger difference, two
 * checks that use our clock can fail: a delivery older than 5 min is refused (EVT-7), and the sign-in validates token
 * times.
 */
const skewMaxMs = 30_000;
/**
 * A warning is shown for an encryption key that has been used for more days than this limit. One year is a common limit
 * for keys that encrypt data at rest.
 */
const keyAgedDays = 365;
const dayMs = 86_400_000;

/** Runs each check of the deployment once. If a check depends on other checks, it comes after them in the result. */
export function evaluateFacts(facts: DoctorFacts, now: Date): Finding[] {
  return [
    evaluateDatabase(facts.database),
    evaluateMigrations(facts.migrations),
    ...evaluateLogin(facts.login),
    evaluateKeys(facts.keys, now),
    ...evaluateLedger(facts.ledger),
    ...evaluateReplica(facts.replica),
    evaluateOAuth(facts.oauth),
    evaluatePlatform(facts.platform),
    ...evaluateClock(facts.platform),
    ...evaluateStores(facts.stores),
  ];
}

/**
 * Evaluates the checks that the staff of one store can see: whether the platform responds, and the state of
 * the store's install.
 */
export function evaluateStore({ platform, install }: StoreFacts): Finding[] {
  return [evaluatePlatform(platform), ...(install ? evaluateInstall(install) : [])];
}

function found(code: FindingCode, values: Partial<FindingValues> = {}): Finding {
  return { state: states[code], code, values: { count: 0, names: '', ...values } };
}

function evaluateDatabase(database: DoctorFacts['database']): Finding {
  if (!database) return found('database_down');
  return found(database.ms > databaseSlowMs ? 'database_slow' : 'database_ok', {
    count: Math.round(database.ms),
  });
}

function evaluateMigrations(migrations: DoctorFacts['migrations']): Finding {
  if (!migrations) return found('migrations_unread');
  const { pending, unknown } = migrations;
  if (pending.length > 0) return found('migrations_pending', { count: pending.length, names: list(pending) });
  return unknown.length > 0
    ? found('migrations_newer', { count: unknown.length, names: list(unknown) })
    : found('migrations_ok');
}

function evaluateLogin(rights: DoctorFacts['login']): Finding[] {
  if (rights === undefined) return [];
  if (rights === null) return [found('login_unread')];
  const { login, ownsTables, excess, isOpen } = rights;
  const open = isOpen ? [found('login_open')] : [];
  // If the login owns the tables, only the ownership is reported. The owner has most of the rights that would be
  // listed, so the list would add nothing.
  if (ownsTables) return [found('login_owner', { names: login }), ...open];
  if (excess.length === 0) return [found('login_ok'), ...open];
  return [found('login_excess', { count: excess.length, names: `${login}: ${list(excess)}` }), ...open];
}

function evaluateLedger(ledger: DoctorFacts['ledger']): Finding[] {
  if (ledger === undefined) return [];
  if (ledger === null) return [found('ledger_unread')];
  if (ledger.state !== 'ok') return [found(`ledger_${ledger.state}`)];
  const time = ledger.newest?.toISOString().replace(/T(.*)\..*/, ' $1 UTC') ?? '';
  return [found('ledger_ok', { count: ledger.stores, names: time })];
}

function evaluateReplica(replica: DoctorFacts['replica']): Finding[] {
  return replica === undefined ? [] : [found(`replica_${replica ?? 'unread'}`)];
}

function evaluateKeys(keys: DoctorFacts['keys'], now: Date): Finding {
  if (!keys) return found('keys_unread');
  const [first = '', ...others] = keys.ring;
  const orphans = keys.values.filter(({ ringId }) => ringId === null);
  if (orphans.length > 0)
    return found('keys_lost', {
      count: orphans.reduce((sum, { values }) => sum + values, 0),
      names: list(orphans.map(({ column, values }) => `${column} ${values}`)),
    });
  const countOf = (id: string) =>
    keys.values.reduce((sum, { ringId, values }) => (ringId === id ? sum + values : sum), 0);
  const named = (id: string) => `${id} (${countOf(id)})`;
  const ids = [...new Set(keys.used.map(({ id }) => id))].sort();
  const lost = ids.filter((id) => !keys.ring.includes(id));
  if (lost.length > 0) return found('keys_missing', { count: lost.length, names: list(lost.map(named)) });
  const old = ids.filter((id) => others.includes(id));
  if (old.length > 0) return found('keys_old_in_use', { count: old.length, names: list(old.map(named)) });
  const since = keys.used.flatMap(({ id, since: at }) => (id === first ? [at.getTime()] : []));
  const days = since.length > 0 ? Math.floor((now.getTime() - Math.min(...since)) / dayMs) : 0;
  return found(days > keyAgedDays ? 'keys_aged' : 'keys_ok', { count: Math.max(0, days), names: first });
}

function evaluateOAuth({ problem }: DoctorFacts['oauth']): Finding {
  return problem ? found(`oauth_${problem.code}`, { names: problem.message }) : found('oauth_ok');
}

function evaluatePlatform(platform: DoctorFacts['platform']): Finding {
  if (!platform) return found('platform_down');
  return found(platform.ms > platformSlowMs ? 'platform_slow' : 'platform_ok', {
    count: Math.round(platform.ms),
  });
}

function evaluateClock(platform: DoctorFacts['platform']): Finding[] {
  if (!platform) return [];
  const isOff = Math.abs(platform.skewMs) > skewMaxMs;
  return [found(isOff ? 'clock_off' : 'clock_ok', { count: Math.round(Math.abs(platform.skewMs) / 1_000) })];
}

/** Maximum number of stores that one finding lists. `npm run ops` lists all of them. */
const namedStoresMax = 5;

/**
 * Returns the findings about stuck stores. A finding is a warning if the merchant of the store only has to connect it
 * again. For any other problem, it is an error.
 */
function evaluateStores(stores: DoctorFacts['stores']): Finding[] {
  if (!stores) return [found('stores_unread')];
  const waitsForMerchant = ({ reasons }: { reasons: string[] }) =>
    reasons.every((reason) => reason === 'reconnect_needed');
  const stuck = stores.filter((store) => !waitsForMerchant(store));
  const findings: [FindingCode, typeof stores][] = [
    ['stores_stuck', stuck],
    ['stores_reconnect', stores.filter(waitsForMerchant)],
  ];
  if (stores.length === 0) return [found('stores_ok')];
  return findings.flatMap(([code, some]) => {
    const named = some
      .slice(0, namedStoresMax)
      .map(({ installId, reasons }) => `${installId} ${reasons.join(' ')}`);
    const more = some.length > namedStoresMax ? ['…'] : [];
    return some.length > 0 ? [found(code, { count: some.length, names: list([...named, ...more]) })] : [];
  });
}

function evaluateInstall(install: NonNullable<StoreFacts['install']>): Finding[] {
  const known: readonly string[] = scopes;
  const off = install.granted.filter((scope) => known.includes(scope) && !install.effective.includes(scope));
  return [
    found(install.token === 'active' ? 'token_ok' : 'token_refused'),
    found(
      install.subscription === 'active'
        ? 'subscription_ok'
        : install.subscription === 'pending'
          ? 'subscription_pending'
          : 'subscription_off',
    ),
    off.length > 0 ? found('scopes_off', { count: off.length, names: list(off) }) : found('scopes_ok'),
  ];
}

const list = (names: readonly string[]) => names.join(', ');
