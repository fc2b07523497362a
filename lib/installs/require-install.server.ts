import 'server-only';
import { cookies, headers } from 'next/headers';
import { cache } from 'react';
import { installClient } from '@/lib/installs/install-client.server';
import { sentScreenChoice } from '@/lib/installs/sign-in/screen-cookie.server';
import {
  readOtherSessions,
  readOwnSession,
  type SentCookies,
} from '@/lib/installs/sign-in/session-cookie.server';
import { type Actor, findSession } from '@/lib/installs/sign-in/session.server';
import type { PlatformClient } from 'commerce-platform-client/client';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { type AppLocale, appLocale } from '@/lib/shared/locale';
import { type NoRight, readRole, refusalOf, type Right, type Role } from '@/lib/shared/roles/roles';
import { nothingChosen, type ScreenChoice } from '@/lib/shared/screen-words';
import { knownTimeZone } from '@/lib/shared/store-day';
import { systemQuery, type TenantDb, tenantDb } from '@/lib/system/db';
import type { Install } from '@/lib/system/generated/prisma/client';
import { noteInstall } from '@/lib/system/process/request-context';

/**
 * The data that a page, an action or a request handler may use after the access check. All of it belongs to one
 * install.
 */
export type InstallContext = {
  installId: InstallId;
  actor: Actor | null;
  /** When the session ends at the latest. Null if the access check runs outside a request. */
  sessionEndsAt: Date | null;
  /** Role of the user, read for this request (S35). */
  role: Role;
  /**
   * Effective scopes of the install when they were last read (AUT-11). The scopes may be outdated, so the
   * platform can still refuse a request.
   */
  scopes: ReadonlySet<string>;
  /** Scopes that a merchant has granted, including those that were switched off later. */
  grantedScopes: readonly string[];
  /** Language of the screens: the user's choice or, without one, the language of the store. */
  locale: AppLocale;
  screen: ScreenChoice;
  storeLocale: AppLocale;
  store: { id: string; name: string; currency: string; decimals: number; timezone: string; country: string };
  db: TenantDb;
  platform: PlatformClient;
};

/**
 * Why requireInstall refused the access. For an install of another store, the code is also `not_found`, so that nobody
 * learns that this install exists (S5).
 */
export type InstallRefusal =
  | { code: 'signed_out' }
  | { code: 'not_found' }
  | { code: 'reconnect'; installId: InstallId }
  | (NoRight & { context: InstallContext });

type Access = { ok: true; context: InstallContext } | { ok: false; refusal: InstallRefusal };

/**
 * Checks the access to an install; the app has no other access check (D1). The session of the browser must belong to
 * the install, and the install must be active and connected. The user's role must have every right in `needed` (S35).
 * Each page, action and request handler must call this function first.
 */
export async function requireInstall(
  installId: unknown,
  ...needed: readonly [Right, ...Right[]]
): Promise<Access> {
  const parsed = InstallId.safeParse(installId);
  if (!parsed.success) return { ok: false, refusal: { code: 'not_found' } };
  return withRights(await findOnce(parsed.data), needed);
}

function withRights(access: Access, needed: readonly Right[]): Access {
  const missing = access.ok && refusalOf(access.context.role, needed);
  return missing ? { ok: false, refusal: { ...missing, context: access.context } } : access;
}

/**
 * Returns the context of an install; null if access is refused. Layouts use this function. The page in the layout must
 * make its own access check.
 */
export async function findInstallContext(installId: string): Promise<InstallContext | null> {
  const found = await requireInstall(installId, 'read');
  return found.ok ? found.context : null;
}

// Makes the access check once per request. The page and its layout share the result.
const findOnce = cache(async (installId: InstallId) => {
  // An open page requests its live stream (events from the server) at intervals, even if nobody uses the page. So a
  // request for the live stream does not extend the session.
  const isStream = (await headers()).get('accept') === 'text/event-stream';
  return openInstall((await cookies()).getAll(), installId, isStream ? 'look' : 'use');
});

/**
 * Checks the access for the given cookies, with the right `read`. A live stream repeats this check as long as it is
 * open. `look` (for a live stream): the check does not count as use of the session. The role is read each time, so a
 * change of the role takes effect immediately.
 */
export async function openInstall(
  sent: SentCookies,
  installId: InstallId,
  purpose: 'use' | 'look' = 'look',
): Promise<Access> {
  const own = await readOwnSession(sent, installId);
  const session = own && (await findSession(own, purpose));
  if (session?.installId !== installId) {
    // A user who is signed in only to other installs gets `not_found`, so the user does not learn whether the requested
    // install exists. A user without any session gets `signed_out` and may sign in.
    const isSignedIn = Boolean(session) || (!own && (await isSignedInElsewhere(sent, installId)));
    return { ok: false, refusal: { code: isSignedIn ? 'not_found' : 'signed_out' } };
  }
  const { actor, endsAt } = session;
  const install = await findConnected(installId, actor);
  if (!install || install.revokedAt) return { ok: false, refusal: { code: 'not_found' } };
  if (!install.token || install.token === 'reconnect')
    return { ok: false, refusal: { code: 'reconnect', installId } };
  const role = readRole(install.role ?? install.defaultRole);
  const context = contextOf(install, {
    actor,
    role,
    screen: sentScreenChoice(sent),
    sessionEndsAt: endsAt,
  });
  noteInstall(installId);
  return withRights({ ok: true, context }, ['read']);
}

/** Columns that are read to make the context of an install (InstallContext). */
type ContextRow = Pick<
  Install,
  | 'installId'
  | 'storeId'
  | 'storeName'
  | 'effectiveScopes'
  | 'grantedScopes'
  | 'currency'
  | 'decimals'
  | 'locale'
  | 'timezone'
  | 'country'
>;

/**
 * `token`: the state of the tokens; null if none are stored. `role`: the user's own role; null if the user has none.
 */
type ConnectedRow = ContextRow &
  Pick<Install, 'revokedAt' | 'defaultRole'> & { token: string | null; role: string | null };

/**
 * Reads an install, the state of its tokens and the user's own role in one statement. Every request runs this
 * statement, so it is sent by pg, without the overhead of Prisma.
 */
async function findConnected(installId: InstallId, actor: Actor | null): Promise<ConnectedRow | undefined> {
  const [row] = await systemQuery<ConnectedRow>(
    `SELECT i.install_id AS "installId", i.store_id AS "storeId", i.store_name AS "storeName",
       i.effective_scopes AS "effectiveScopes", i.granted_scopes AS "grantedScopes", i.currency, i.decimals, i.locale, i.timezone, i.country,
       i.revoked_at AS "revokedAt", i.default_role AS "defaultRole", t.state AS token, r.role
     FROM installs i
       LEFT JOIN install_tokens t ON t.install_id = i.install_id
       LEFT JOIN staff_roles r ON r.install_id = i.install_id AND r.actor_sub = $2
     WHERE i.install_id = $1`,
    [installId, actor?.sub ?? null],
  );
  return row;
}

async function isSignedInElsewhere(sent: SentCookies, installId: InstallId): Promise<boolean> {
  // The sessions are looked up one by one, so that a request uses only one database connection at a time.
  for (const sessionId of await readOtherSessions(sent, installId))
    if (await findSession(sessionId)) return true;
  return false;
}

/** Returns the context of an install without an access check, because requireInstall makes this check. */
export function contextOf(
  install: ContextRow,
  {
    actor,
    role,
    screen = nothingChosen,
    sessionEndsAt = null,
  }: { actor: Actor | null; role: Role; screen?: ScreenChoice; sessionEndsAt?: Date | null },
): InstallContext {
  const installId = install.installId as InstallId;
  const storeLocale = appLocale(install.locale);
  return {
    installId,
    actor,
    sessionEndsAt,
    role,
    scopes: new Set(install.effectiveScopes),
    grantedScopes: install.grantedScopes,
    locale: screen.language ?? storeLocale,
    screen,
    storeLocale,
    store: {
      id: install.storeId,
      name: install.storeName,
      currency: install.currency,
      decimals: install.decimals,
      timezone: knownTimeZone(install.timezone),
      country: install.country,
    },
    db: tenantDb(installId),
    platform: installClient(installId, 'person'),
  };
}
