import { readFileSync } from 'node:fs';
import { type Context as HonoContext, Hono } from 'hono';
import { launchUrl } from '@/sandbox/admin/launch-url';
import { sellNext } from '@/sandbox/admin/merchant-actions';
import { pageHeaders, samePage } from '@/sandbox/admin/page-headers';
import { uninstall } from '@/sandbox/domain/installs';
import { limitBody } from '@/sandbox/http/answers';
import { asMerchant } from '@/sandbox/http/control-request';
import type { Runtime, SandboxEnv } from '@/sandbox/http/runtime';
import type { CallLog } from '@/sandbox/portal/call-log';
import { languageOf } from '@/sandbox/portal/portal-layout';
import type { World } from '@/sandbox/world/world';
import { attemptsMax, type Goal, look, ordersOfApp, readGoals, retriesMs, type Seen } from './seen';
import { screensOf, type StopName, stopNames } from './stops';
import {
  badLinkPage,
  canOpen,
  type Press,
  pressOf,
  seenParts,
  tourPage,
  tourPath,
  type TourView,
} from './tour-page';
import type { AppState } from './tour-host';
import { tourTexts } from './tour-texts';

type Call = HonoContext<SandboxEnv>;

const script = readFileSync(new URL('./tour-script.js', import.meta.url), 'utf8');

/**
 * Returns the routes of the tour: seven stops, each a page with the screens of the app beside it. The Arabic tour uses
 * the first Arabic store, the English tour the first English store. GET requests change nothing.
 */
export function tour(runtime: Runtime, log: CallLog): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>();
  const origins = () => runtime.world.apps.values().map((row) => row.origin);
  app.use('/tour/*', pageHeaders(origins, { ownScript: true }), samePage(runtime.origin), limitBody);
  app.get('/assets/tour.js', (c) =>
    c.body(script, 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
    }),
  );
  app.get('/tour', (c) => c.redirect(tourPath(languageOf(c.req.query('lang')), stopNames[0])));

  app.get('/tour/:stop', async (c) => {
    const view = await viewOf(runtime, log, c);
    if (!view) return c.notFound();
    const showsDevelopers = c.req.query('screen') === 'developers';
    const paths = pathsOf(view, showsDevelopers);
    const screens = await Promise.all(paths.map((path) => screenUrl(runtime, view.seen, path)));
    const hasHost = runtime.tourHost !== null;
    const pressed = pressOf(view.stop, hasHost);
    const notice =
      pressed && c.req.query('done') === pressed ? tourTexts[view.language].pressed[pressed] : undefined;
    const { filesUrl } = runtime;
    return c.html(tourPage({ ...view, screens, showsDevelopers, notice, filesUrl, hasHost }));
  });
  app.get('/tour/:stop/seen', async (c) => {
    const view = await viewOf(runtime, log, c);
    return view ? c.html(seenParts(view)) : c.notFound();
  });

  app.post('/tour/quote/phone', async (c) => {
    const link = new URLSearchParams(await c.req.text()).get('link') ?? '';
    const isQuote = origins().some((origin) => link.startsWith(`${origin}/q/`));
    return isQuote ? c.redirect(link, 303) : c.html(badLinkPage(languageOf(c.req.query('lang'))), 400);
  });
  app.post('/tour/:stop/:press', async (c) => {
    const view = await viewOf(runtime, log, c);
    const press = view && pressOf(view.stop, runtime.tourHost !== null);
    if (!press || press !== c.req.param('press') || view.seen.install?.status !== 'active')
      return c.notFound();
    await pressed[press](runtime, view.seen);
    return c.redirect(tourPath(view.language, view.stop, { done: press }), 303);
  });
  return app;
}

/** The process id of the app that the tour killed last, by install id. It is in memory only. */
const killedPids = new WeakMap<World, Map<string, number>>();

/** The effect of each button of the tour on the sandbox. */
const pressed: Record<Press, (runtime: Runtime, seen: Seen) => Promise<void> | void> = {
  // A second press before the order changes nothing, because the second kill would end the app that sends again.
  killApp: ({ faults, layout, tourHost }, { world, install }) => {
    if (!tourHost || !install || faults.list().some(({ fault }) => fault.whileHeld)) return;
    const match = `POST ${layout.api}/orders`;
    const whileHeld = async () => {
      // If the app cannot be killed, only its answer is lost.
      const app = await tourHost.killApp().catch(() => null);
      const killed = killedPids.get(world) ?? new Map<string, number>();
      if (app) killedPids.set(world, killed.set(install.id, app.pid));
    };
    faults.add({ on: 'api', match, effect: 'drop_response', count: 1, whileHeld });
  },
  loseAnswer: ({ faults, layout }) => {
    faults.add({ on: 'api', match: `POST ${layout.api}/orders`, effect: 'drop_response', count: 1 });
  },
  // The clock is advanced past all delivery attempts of the new order's event before the response is sent. All of the
  // fault's uses are then spent on this event, so the fault affects no other event. An earlier event may still wait for
  // its next attempt, because the app was killed. So its attempts come first.
  loseEvent: async ({ faults, courier, world }, { store, install }) => {
    await courier.deliverDue();
    const dueMs = world.deliveries
      .values()
      .filter((row) => row.install_id === install?.id && row.status === 'pending')
      .map((row) => row.next_attempt_ms ?? 0);
    if (dueMs.length > 0) await courier.advance(Math.max(0, ...dueMs.map((at) => at - world.nowMs())));
    faults.add({ on: 'delivery', match: 'order.created', effect: 'drop_request', count: attemptsMax });
    sellNext(world, store, 'storefront');
    await courier.advance(retriesMs);
  },
  uninstall: ({ world }, { store, install }) => {
    if (install) uninstall(asMerchant(world, store.id), install);
  },
};

async function viewOf(
  { world, layout, tourHost }: Runtime,
  log: CallLog,
  c: Call,
): Promise<Pick<TourView, 'stop' | 'language' | 'seen' | 'goals'> | null> {
  const stop = stopNames.find((name) => name === c.req.param('stop'));
  const language = languageOf(c.req.query('lang'));
  const store = world.stores.values().find(({ locale }) => locale === language);
  if (!stop || !store) return null;
  const seen = look(world, store, log.of(world), layout.api);
  if (tourHost) {
    const id = seen.install?.id ?? '';
    const state = seen.install ? await tourHost.look(id).catch(() => unknownApp) : unknownApp;
    seen.app = { ...state, killedPid: killedPids.get(world)?.get(id) ?? null };
  }
  return { stop, language, seen, goals: await readGoals(stop, seen) };
}

/** The state of the app if the host of the tour cannot read it at the moment. */
const unknownApp: AppState = { pid: null, status: null, operations: [], inbox: [], marks: [], orders: [] };

function pathsOf(
  { stop, seen, goals }: { stop: StopName; seen: Seen; goals: Goal[] },
  showsDevelopers: boolean,
): string[] {
  if (seen.install?.status !== 'active' || (stop === 'install' && !goals.some(canOpen))) return [];
  return showsDevelopers ? ['/connection/developers'] : screensOf(stop, ordersOfApp(seen).at(-1)?.id);
}

/** Returns the URL that opens a screen of the app in an iframe, as the store admin does. */
function screenUrl(runtime: Runtime, { world, store, install }: Seen, path: string): Promise<string> {
  const row = world.installs.need(install?.id ?? '');
  return launchUrl(world.apps.need(row.app_id), store, row, {
    issuer: runtime.issuer,
    names: runtime.layout.launch,
    wallMs: runtime.wallMs(),
    withToken: true,
    withInstall: true,
    returnTo: `/i/${row.id}${path}`,
  });
}
