import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openInstall } from '@/lib/installs/require-install.server';
import { purgeUninstalled } from '@/lib/installs/purge-uninstalled.server';
import { setRole } from '@/lib/installs/roles/set-role.server';
import type { RoleChange } from '@/lib/installs/roles/role-commands';
import { createHandoff, redeemHandoff } from '@/lib/installs/sign-in/handoff.server';
import { sealSession, sessionCookieName } from '@/lib/installs/sign-in/session-cookie.server';
import { type Actor, startSession } from '@/lib/installs/sign-in/session.server';
import { bulkPorts } from '@/lib/kinds/bulk-ports.server';
import { changeBulkRun } from '@/lib/operations/bulk/change-bulk-run.server';
import { BulkRunId } from '@/lib/operations/bulk/bulk-run';
import { startBulkRun } from '@/lib/operations/bulk/start-bulk-run.server';
import { createOrder as createImpatiently } from '@/lib/orders/new-order/create-order.server';
import { readOrder } from '@/lib/orders/order/read-order.server';
import { listQuotes, QuoteListQuery } from '@/lib/quotes/list-quotes.server';
import { readQuote } from '@/lib/quotes/read-quote.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { hasRight, type Role, roles } from '@/lib/shared/roles/roles';
import { tenantDb } from '@/lib/system/db';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { installContext } from '@/tests/support/integration/install-context';
import { sentQuote } from '@/tests/support/integration/sent-quote';
import { orderCommand } from '@/tests/support/operations/order-command';
import { patiently } from '@/tests/support/operations/operation-patience';

const createOrder = patiently(createImpatiently);
const [rima, omar]: [Actor, Actor] = [
  { sub: 'staff_rima', name: 'Rima' },
  { sub: 'staff_omar', name: 'Omar' },
];

let world: AppWorld;
let installId: InstallId;

beforeAll(async () => {
  world = await startAppWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  installId = await world.install();
  for (const actor of [rima, omar]) await startSession(installId, actor);
});

/** Changes a role on behalf of `actor`, with the rights that the current role of `actor` allows. */
async function change(actor: Actor | null, requested: RoleChange) {
  return setRole({ installId, actor, db: tenantDb(installId) }, { installId, change: requested });
}

const person = ({ sub }: Actor, role: Role | null) => ({ of: 'person' as const, sub, role });

/** Returns the role that the app determines for a request of this person in a new session. */
async function roleOf(actor: Actor | null): Promise<Role> {
  const value = await sealSession(await startSession(installId, actor));
  const access = await openInstall([{ name: sessionCookieName(installId), value }], installId);
  if (!access.ok) throw new Error(access.refusal.code);
  return access.context.role;
}

describe('S35: the role of a request', () => {
  it('is owner for everybody until a merchant sets roles', async () => {
    expect([await roleOf(rima), await roleOf(null)]).toEqual(['owner', 'owner']);
  });

  it('is the role of the person, and otherwise the default role of the store', async () => {
    expect(await change(rima, person(rima, 'owner'))).toEqual({
      code: 'done',
      status: 200,
      ownRole: 'owner',
    });
    await change(rima, person(omar, 'packer'));
    await change(rima, { of: 'default', role: 'viewer' });
    expect([await roleOf(rima), await roleOf(omar), await roleOf(null)]).toEqual([
      'owner',
      'packer',
      'viewer',
    ]);
    expect(await roleOf({ sub: 'staff_new', name: 'Nour' })).toBe('viewer');
    await change(rima, person(omar, null));
    expect(await roleOf(omar)).toBe('viewer');
  });

  it('is read again for each request, so an open session gets the new role at once', async () => {
    const value = await sealSession(await startSession(installId, omar));
    const open = () => openInstall([{ name: sessionCookieName(installId), value }], installId);
    expect(await open()).toMatchObject({ ok: true, context: { role: 'owner' } });
    await change(rima, person(omar, 'viewer'));
    expect(await open()).toMatchObject({ ok: true, context: { role: 'viewer' } });
  });

  it('is kept by a hand-over, which cannot turn a session with a person into a session without a person', async () => {
    const code = await createHandoff(installId, omar);
    expect(await redeemHandoff(code)).toMatchObject({ installId, actor: omar });
  });

  it('of another store has no effect', async () => {
    const other = await world.install({ store: 1 });
    await startSession(other, omar);
    await setRole(
      { installId: other, actor: rima, db: tenantDb(other) },
      { installId: other, change: person(omar, 'viewer') },
    );
    expect(await roleOf(omar)).toBe('owner');
  });

  it('is listed with the newest name of the person, also after another sign-in', async () => {
    await change(rima, person(omar, 'packer'));
    await startSession(installId, { ...omar, name: 'Omar K.' });
    const rows = await world.system(
      'SELECT actor_name, role, set_by_sub, set_by_name FROM staff_roles WHERE install_id = $1',
      [installId],
    );
    expect(rows).toEqual([
      { actor_name: 'Omar K.', role: 'packer', set_by_sub: rima.sub, set_by_name: 'Rima' },
    ]);
  });
});

describe('S35: the last owner', () => {
  it('cannot be removed: not by the default role, not by a change of the person', async () => {
    const refused = { code: 'last_owner', status: 409 };
    expect(await change(rima, { of: 'default', role: 'manager' })).toEqual(refused);
    await change(rima, person(rima, 'owner'));
    await change(rima, { of: 'default', role: 'packer' });
    for (const role of ['manager', 'packer', 'viewer', null] as const)
      expect(await change(rima, person(rima, role))).toEqual(refused);
    expect([await roleOf(rima), await roleOf(null)]).toEqual(['owner', 'packer']);
  });

  it('stays when two owners remove each other at the same moment: the second is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      await world.system(`UPDATE installs SET default_role = 'owner' WHERE install_id = $1`, [installId]);
      await change(null, person(rima, 'owner'));
      await change(null, person(omar, 'owner'));
      await change(rima, { of: 'default', role: 'viewer' });
      const outcomes = await Promise.all([
        change(rima, person(omar, 'packer')),
        change(omar, person(rima, 'packer')),
      ]);
      expect(outcomes.map(({ code }) => code).sort()).toEqual(['done', 'no_right']);
      expect([await roleOf(rima), await roleOf(omar)].sort()).toEqual(['owner', 'packer']);
    }
  });
});

it('S35: a purge removes the roles and makes everybody an owner, in case the same install comes back', async () => {
  await change(rima, person(rima, 'owner'));
  await change(rima, { of: 'default', role: 'viewer' });
  await world.system(`UPDATE installs SET revoked_at = now() - interval '25 hours' WHERE install_id = $1`, [
    installId,
  ]);
  await purgeUninstalled();
  const rows = await world.system(
    `SELECT default_role, (SELECT count(*)::int FROM staff_roles s WHERE s.install_id = i.install_id) AS roles
     FROM installs i WHERE install_id = $1`,
    [installId],
  );
  expect(rows).toEqual([{ default_role: 'owner', roles: 0 }]);
});

describe('S35: who changes roles', () => {
  it.each(roles.filter((role) => role !== 'owner'))('a %s does not', async (role) => {
    await change(rima, person(omar, role));
    const refused = { code: 'no_right', status: 403, right: 'change_roles', role };
    expect(await change(omar, person(omar, 'owner'))).toEqual(refused);
    expect(await change(omar, { of: 'default', role: 'viewer' })).toEqual(refused);
    expect([await roleOf(omar), await roleOf(null)]).toEqual([role, 'owner']);
  });

  it('a person who was never seen in the store cannot get a role', async () => {
    const refused = { code: 'unknown_person', status: 404 };
    expect(await change(rima, person({ sub: 'staff_nobody', name: '' }, 'viewer'))).toEqual(refused);
  });
});

describe('S35: personal data', () => {
  const name = 'Canary Customer';
  const phone = '+963944123456';
  const canaries = [name, 'Canary', phone, 'Canary Street 7', 'Canary note'];
  const order = {
    customer: { name, phone },
    shipping: { amount_minor: 0, method: 'delivery' as const },
    shipping_address: { address: 'Canary Street 7', province: 'damascus' },
    note: 'Canary note',
    discount: { amount_minor: 1, title: 'Canary discount' },
  };
  const found = (value: unknown) => canaries.filter((canary) => JSON.stringify(value).includes(canary));

  it.each(roles)('of an order is sent only to a role with the right to see it: %s', async (role) => {
    const created = await createOrder(await installContext(installId), orderCommand(installId, order));
    if (created.code !== 'succeeded') throw new Error(JSON.stringify(created));
    const read = await readOrder(await installContext(installId, role), created.result.orderId);
    expect(read).toMatchObject({ code: 'found' });
    expect(found(read).includes(phone)).toBe(role !== 'viewer');
    if (role === 'viewer') expect(found(read)).toEqual([]);
  });

  it.each(roles)(
    'of a quote is sent to, and searched by, only a role with the right to see it: %s',
    async (role) => {
      const { quoteId, token } = await sentQuote(await installContext(installId), { order });
      const context = await installContext(installId, role);
      const listed = async (q: string) => listQuotes(context, QuoteListQuery.parse({ q }));
      const seen = [await readQuote(context, quoteId), await listed('')];
      const isViewer = role === 'viewer';
      // With the link and the phone number, a packer could accept the quote in the name of the customer.
      expect(JSON.stringify(seen).includes(token)).toBe(hasRight(role, 'agree_prices'));
      if (isViewer) expect(found(seen)).toEqual([]);
      else expect(found(seen)).toContain(name);
      for (const q of [phone, 'Canary']) expect((await listed(q)).quotes).toHaveLength(isViewer ? 0 : 1);
      expect((await listed('1')).quotes).toHaveLength(1);
    },
  );
});

describe('S35: a bulk run', () => {
  it('is paused, resumed or cancelled only with the right to its work', async () => {
    const runId = BulkRunId.parse(randomUUID());
    const request = {
      kind: 'set_order_status' as const,
      input: { status: 'cancelled' as const },
      targets: [{ orderId: 'ord_of_nobody' }],
    };
    await startBulkRun(await installContext(installId), runId, request, bulkPorts);
    const command = { installId, runId, change: 'cancel' as const, retries: 0 };
    for (const role of ['packer', 'viewer'] as const)
      expect(await changeBulkRun(await installContext(installId, role), command, bulkPorts)).toEqual({
        code: 'no_right',
        status: 403,
        right: 'cancel',
        role,
      });
    const allowed = await changeBulkRun(await installContext(installId, 'manager'), command, bulkPorts);
    expect(allowed.code).not.toBe('no_right');
  });
});
