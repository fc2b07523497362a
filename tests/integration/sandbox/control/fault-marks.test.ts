import { beforeEach, expect, test } from 'vitest';
import type { AuditRow } from '@/sandbox/http/audit-trail';
import { api, createOrder, orderBody, renewWorld, world } from '@/tests/integration/sandbox/sandbox-world';

beforeEach(() => renewWorld({ sleep: () => Promise.resolve() }));

const fault = (effect: string, on = 'api') => world.control('POST', '/faults', { on, effect, count: 1 });
const trail = async () =>
  (await world.control<{ data: AuditRow[] }>('GET', `/requests?install_id=${api.id}`)).body.data;
const portal = async (path = '') => (await world.raw('GET', `/portal/requests${path}`)).text();

test.each([
  ['status', [503], 'answer a status'],
  ['delay', [201], 'delay'],
  ['drop_request', [null], 'drop the request'],
  ['drop_response', [201], 'drop the answer'],
  ['duplicate', [201, 201], 'send twice'],
])(
  'AUT-8: a call with the fault %s is in the audit trail and the portal, marked with the fault',
  async (effect, statuses, label) => {
    await fault(effect);
    await createOrder(api, orderBody(), 'faulty').catch(() => undefined);
    await api.call('GET', '/store');
    const rows = await trail();
    expect(rows.map((row) => [row.status, row.fault])).toEqual([
      ...statuses.map((status) => [status, effect]),
      [200, undefined],
    ]);
    expect(rows[0]).toMatchObject({ method: 'POST', path: '/v1/orders', idempotency_key: 'faulty' });
    const list = await portal(`?install=${api.id}`);
    expect(list.match(/class="badge fault"/g)).toHaveLength(statuses.length);
    expect(list).toContain(`Fault: ${label}`);
    expect(await portal('/1')).toContain(`Fault: ${label}`);
    expect(await portal('/1?lang=ar')).toContain('عطل: ');
  },
);

test('AUT-8: a refusal by a fault is stored under the request id of its response', async () => {
  await fault('status');
  const answer = await api.call<{ error: { request_id: string } }>('GET', '/store');
  expect((await trail())[0]?.request_id).toBe(answer.body.error.request_id);
  expect(await portal('/1')).toContain('a fault set on purpose');
});

test('LIM-1: a call that a fault refused uses none of the budgets that the portal shows', async () => {
  for (const effect of ['status', 'drop_request']) {
    await fault(effect);
    await createOrder(api, orderBody()).catch(() => undefined);
  }
  await createOrder(api, orderBody());
  expect(await (await world.raw('GET', '/portal')).text()).toMatch(/1 \/ 180.*1 \/ 60/s);
});

test('AUT-8: an OAuth call with a fault is shown only in the portal, without its secrets', async () => {
  await fault('drop_request', 'oauth');
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: api.refreshToken });
  await world.raw('POST', '/oauth/token', { body }).catch(() => undefined);
  expect(await portal()).toMatch(/POST \/oauth\/token.*Fault: drop the request/s);
  expect(`${await portal()}${await portal('/1')}`).not.toContain(api.refreshToken);
  expect(await trail()).toEqual([]);
});

test('faults are limited to one hundred; a further fault removes the oldest', async () => {
  for (let count = 0; count <= 100; count++)
    await world.control('POST', '/faults', { on: 'api', match: `GET /v1/${count}`, effect: 'status' });
  const page = await (await world.raw('GET', '/portal/faults')).text();
  expect(page).not.toContain('GET /v1/0<');
  expect(page).toContain('GET /v1/1<');
  expect(page).toContain('GET /v1/100<');
});
