import { type Context as HonoContext, Hono } from 'hono';
import { pageHeaders, samePage } from '@/sandbox/admin/page-headers';
import { isSuccess, replay } from '@/sandbox/domain/deliveries';
import { limitBody } from '@/sandbox/http/answers';
import type { Runtime, SandboxEnv } from '@/sandbox/http/runtime';
import type { DeliveryRecord } from '@/sandbox/world/records';
import type { CallLog } from './call-log';
import { deliveriesPage, deliveryPage } from './deliveries-pages';
import { FaultForm, faultsPage } from './faults-page';
import { clockSteps, overviewPage } from './overview-page';
import { languageOf, portalPath, type View } from './portal-layout';
import { requestPage, requestsPage } from './requests-pages';
import type { Done } from './text';

type Call = HonoContext<SandboxEnv>;

const ordersMax = 1_000_000;

/**
 * Returns the routes of the developer portal: calls, webhook deliveries, simulated faults, the clock, and the reset.
 * GET requests change nothing.
 */
export function portal(runtime: Runtime, log: CallLog): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>();
  app.use(
    pageHeaders(() => []),
    samePage(runtime.origin),
    limitBody,
  );

  app.get('/', (c) => c.html(overviewPage(runtime, viewOf(c))));
  app.post('/clock', async (c) => {
    const seconds = Number((await formOf(c)).get('advance_s'));
    if (!Object.values(clockSteps).includes(seconds)) return c.text('no such step', 400);
    await runtime.courier.advance(seconds * 1000);
    return back(c, '', 'advanced');
  });
  app.post('/reset', async (c) => {
    const form = await formOf(c);
    const orders = form.get('orders') ? Number(form.get('orders')) : undefined;
    if (orders !== undefined && !(Number.isInteger(orders) && orders >= 0 && orders <= ordersMax))
      return c.text('no such number of orders', 400);
    runtime.reset(form.get('seed')?.slice(0, 100) || undefined, orders);
    return back(c, '', 'reset');
  });

  app.get('/requests', (c) => c.html(requestsPage(viewOf(c), log.of(runtime.world))));
  app.get('/requests/:number', async (c) => {
    const call = log.find(runtime.world, Number(c.req.param('number')));
    return call ? c.html(await requestPage(viewOf(c), call)) : c.notFound();
  });

  app.get('/deliveries', (c) => c.html(deliveriesPage(runtime, viewOf(c))));
  app.get('/deliveries/:id', (c) => {
    const row = runtime.world.deliveries.get(c.req.param('id'));
    return row ? c.html(deliveryPage(runtime, viewOf(c), row)) : c.notFound();
  });
  app.post('/deliveries/resend', async (c) => {
    const form = await formOf(c);
    const [from, to] = [Number(form.get('from')), Number(form.get('to'))];
    const rows = runtime.world.deliveries
      .values()
      .filter((row) => row.install_id === form.get('install') && row.sequence >= from && row.sequence <= to)
      .sort((a, b) => a.sequence - b.sequence);
    return back(c, '/deliveries', 'resent', await resend(runtime, rows));
  });
  app.post('/deliveries/:id/resend', async (c) => {
    const row = runtime.world.deliveries.get(c.req.param('id'));
    if (!row) return c.notFound();
    const toOne = (await formOf(c)).get('back') === 'one';
    return back(c, toOne ? `/deliveries/${row.id}` : '/deliveries', 'resent', await resend(runtime, [row]));
  });
  app.post('/deliveries/:id/replay', async (c) => {
    const row = runtime.world.deliveries.get(c.req.param('id'));
    if (!row) return c.notFound();
    const replayed = replay(runtime.world, row);
    if (replayed) await runtime.courier.deliverDue();
    return back(c, `/deliveries/${row.id}`, replayed ? 'replayed' : 'not_replayed');
  });

  app.get('/faults', (c) => c.html(faultsPage(viewOf(c), runtime.faults.list())));
  app.post('/faults', async (c) => {
    const form = FaultForm.safeParse(Object.fromEntries(await formOf(c)));
    if (form.success) runtime.faults.add(form.data);
    return back(c, '/faults', form.success ? 'fault_added' : 'fault_wrong');
  });
  app.post('/faults/clear', (c) => {
    runtime.faults.clear();
    return back(c, '/faults', 'faults_cleared');
  });
  return app;
}

function viewOf(c: Call): View {
  const query = c.req.query();
  return { language: languageOf(query.lang), path: c.req.path.replace(/^\/portal/, ''), query };
}

async function formOf(c: Call): Promise<URLSearchParams> {
  return new URLSearchParams(await c.req.text());
}

/** Redirects to a portal page, which shows the result of the action. */
function back(c: Call, path: string, done: Done, counts: Record<string, string> = {}): Response {
  return c.redirect(portalPath(viewOf(c), path, { done, ...counts }), 303);
}

/**
 * Sends webhook deliveries again, one after another, because the platform has at most one open delivery request per
 * install.
 */
async function resend(runtime: Runtime, rows: DeliveryRecord[]): Promise<{ ok: string; of: string }> {
  let succeeded = 0;
  for (const row of rows) {
    const status = await runtime.courier.resend(row);
    if (isSuccess(status)) succeeded++;
  }
  return { ok: String(succeeded), of: String(rows.length) };
}
