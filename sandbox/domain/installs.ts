import type { Scope } from 'commerce-platform-client/contract/scopes';
import type { AppRecord, InstallRecord, StoreRecord } from '@/sandbox/world/records';
import type { World } from '@/sandbox/world/world';
import type { Context } from './context';
import { dropPending } from './deliveries';
import { emit } from './events';
import { revokeFamiliesOf } from './tokens';

/**
 * Returns the active install of an app in a store. If a store has several active installs of the app, this is the
 * newest one (A21).
 */
export function activeInstall(world: World, appId: string, storeId: string): InstallRecord | undefined {
  return installsOf(world, storeId).findLast((row) => row.app_id === appId && row.status === 'active');
}

export function installsOf(world: World, storeId: string): InstallRecord[] {
  return world.installs.values().filter((row) => row.store_id === storeId);
}

export type Grant = { scopes: Scope[]; dpaAccepted: boolean };

/**
 * Creates an install of an app in a store. If `reuseId` is given, the earlier install with that id becomes
 * active again, and no new id is created (A21).
 */
export function install(
  world: World,
  app: AppRecord,
  store: StoreRecord,
  grant: Grant,
  reuseId?: string,
): InstallRecord {
  return world.installs.put({
    id: reuseId ?? world.newId('inst'),
    app_id: app.id,
    store_id: store.id,
    status: 'active',
    granted_scopes: grant.scopes,
    allowed_scopes: grant.scopes,
    dpa_accepted: grant.dpaAccepted,
    member_active: true,
    installed_at: world.now(),
  });
}

/**
 * Adds granted scopes to an install and records an accepted data processing agreement. Scopes that were granted before
 * are kept.
 */
export function widenGrant(world: World, row: InstallRecord, grant: Grant): InstallRecord {
  const union = (current: Scope[]) => [...new Set([...current, ...grant.scopes])];
  return world.installs.put({
    ...row,
    granted_scopes: union(row.granted_scopes),
    allowed_scopes: union(row.allowed_scopes),
    dpa_accepted: row.dpa_accepted || grant.dpaAccepted,
    member_active: true,
  });
}

/**
 * Uninstalls the app: revokes its tokens and drops its pending deliveries. After that, it emits the event
 * app.uninstalled, which is delivered although the install is revoked (EVT-10).
 */
export function uninstall(context: Context, row: InstallRecord): void {
  const { world } = context;
  if (row.status === 'revoked') return;
  world.installs.put({ ...row, status: 'revoked' });
  revokeFamiliesOf(world, row.id);
  dropPending(world, row.id);
  const subscription = world.subscriptions.get(row.id);
  if (subscription) world.subscriptions.put({ ...subscription, status: 'revoked' });
  emit(context, row.store_id, 'app.uninstalled', { install_id: row.id }, row.id);
}
