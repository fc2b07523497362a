import { Hono } from 'hono';
import { registeredOrigin } from 'commerce-platform-client/assumptions';
import { openApiDocument } from 'commerce-platform-client/contract/openapi';
import { developmentClientSecret } from '@/lib/shared/development-secret';
import { admin, notFoundPage } from '@/sandbox/admin/admin';
import { pageHeaders } from '@/sandbox/admin/page-headers';
import { Budgets } from '@/sandbox/domain/budgets';
import { type EndpointPolicy, isLoopback } from '@/sandbox/domain/endpoint-policy';
import { forgetPast } from '@/sandbox/domain/forget-past';
import { refuse } from '@/sandbox/domain/refusal';
import { asDocumented } from '@/sandbox/domain/variation';
import {
  documentedLayout,
  metadataPathOf,
  oauthPathsOf,
  type PlatformLayout,
} from '@/sandbox/platform-layout';
import { docsPage } from '@/sandbox/docs-page';
import { answerRefusal, commonHeaders } from '@/sandbox/http/answers';
import { api } from '@/sandbox/http/api';
import { AuditTrail } from '@/sandbox/http/audit-trail';
import { control } from '@/sandbox/http/control';
import { Courier } from '@/sandbox/http/courier';
import { throughFaults } from '@/sandbox/http/fault-gate';
import { Faults } from '@/sandbox/http/faults';
import { images } from '@/sandbox/http/images';
import { oauthMetadata } from '@/sandbox/http/metadata';
import { oauth } from '@/sandbox/http/oauth';
import type { Resolve, Send } from '@/sandbox/http/post-delivery';
import type { Runtime, SandboxEnv } from '@/sandbox/http/runtime';
import { resolveHost, sendOverHttp } from '@/sandbox/http/send-over-http';
import { CallLog, logged, logTurnedBack } from '@/sandbox/portal/call-log';
import { portal } from '@/sandbox/portal/portal';
import { languageOf } from '@/sandbox/portal/portal-layout';
import { tour } from '@/sandbox/tour/tour';
import type { TourHost } from '@/sandbox/tour/tour-host';
import { type Clock, virtualClock } from '@/sandbox/world/clock';
import { Journal, journalFormat, type WorldOrigin } from '@/sandbox/world/journal';
import type { AppRecord } from '@/sandbox/world/records';
import { seedWorld } from '@/sandbox/world/seed-world';
import type { World } from '@/sandbox/world/world';

export type SandboxOptions = {
  seed?: string;
  clock?: Clock;
  /** Number of past orders that the first store has at the start. */
  orders?: number;
  endpoints?: EndpointPolicy;
  /**
   * The origin of the sandbox's URLs, such as http://localhost:4000. Tests that call the sandbox without a network must
   * use this origin in the URLs of their requests.
   */
  origin?: string;
  /** The app that is registered on the platform from the start. */
  app?: { url: string; clientId: string; clientSecret: string };
  /**
   * The paths of the platform's endpoints. If omitted, they are as in the platform document and in the assumptions of
   * this repository.
   */
  layout?: PlatformLayout;
  /** Folder of the file that persists the state (the journal). If omitted, the state is in memory only. */
  dataDir?: string;
  /** The function that sends a webhook delivery. If omitted, the sandbox sends deliveries over the network. */
  send?: Send;
  /**
   * The function that resolves the host name of a webhook endpoint. It is called only if `endpoints` is `public`. If
   * omitted, the sandbox uses the system resolver.
   */
  resolve?: Resolve;
  /**
   * Returns the time that the sandbox writes into webhook deliveries and launch tokens. If omitted, the sandbox uses
   * the time of its own clock.
   */
  wallMs?: () => number;
  /** The URL below which the tour links the files of the repository (sourceUrl). If omitted, it has no such links. */
  filesUrl?: string | null;
  /** The process that can kill the app and read its rows for the tour. If omitted, the tour does without both. */
  tourHost?: TourHost | null;
  /** The function that waits for the delay of a simulated fault. */
  sleep?: (ms: number) => Promise<void>;
};

export type Sandbox = {
  /**
   * Sends a request to any part of the simulated platform. Rejects with ConnectionLost if a simulated fault breaks the
   * connection.
   */
  fetch: (request: Request, address?: string) => Promise<Response>;
  /** Attempts the webhook deliveries that are due now. The sandbox has no timer for deliveries (see createSandbox). */
  tick: () => Promise<void>;
  /**
   * Advances the clock by `stepMs`. If a webhook delivery becomes due in that time, the clock first stops at the due
   * time, and the delivery is attempted. Then the clock advances further.
   */
  advance: (stepMs: number) => Promise<void>;
  close: () => void;
};

const defaults = {
  seed: 'daftar',
  orders: 300,
  origin: 'http://127.0.0.1:4000',
  app: {
    url: 'http://localhost:3000',
    clientId: 'daftar-dev',
    clientSecret: developmentClientSecret,
  },
  startMs: Date.UTC(2026, 8, 15, 9),
};

/**
 * Creates the whole platform in the current process, without a port and without timers. A webhook delivery is sent only
 * on request: by `tick`, by `advance`, or by a call of the control endpoints or of the portal.
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const clock = options.clock ?? virtualClock(defaults.startMs);
  const origin = options.origin ?? defaults.origin;
  const layout = options.layout ?? documentedLayout;
  const journal = options.dataDir === undefined ? null : new Journal(options.dataDir);
  const app = registeredApp(options.app ?? defaults.app);
  const seed = options.seed ?? defaults.seed;
  const orders = options.orders ?? defaults.orders;

  const begin = (newSeed: string, newOrders: number): World => {
    const baseMs = clock.now();
    const started: WorldOrigin = { format: journalFormat, seed: newSeed, orders: newOrders, base_ms: baseMs };
    journal?.start(started);
    return seedWorld(started, clock, app, origin);
  };
  const persist = () => {
    const changes = runtime.world.takeChanges();
    if (changes) journal?.append(changes);
  };

  let forgotMs = Number.NEGATIVE_INFINITY;
  const forgetNowAndThen = () => {
    const nowMs = clock.now();
    if (nowMs - forgotMs < forgetEveryMs) return;
    forgotMs = nowMs;
    forgetPast(runtime.world);
    runtime.budgets.forgetPast(nowMs);
  };

  const faults = new Faults(seed);
  const sleep =
    options.sleep ?? ((ms) => (ms > 0 ? new Promise((done) => setTimeout(done, ms)) : Promise.resolve()));
  const wallMs = options.wallMs ?? (() => clock.now());
  const policy = options.endpoints ?? 'local';
  const runtime: Runtime = {
    world: (journal && resume(journal, clock, app, origin)) ?? begin(seed, orders),
    budgets: new Budgets(),
    faults,
    audit: new AuditTrail(),
    courier: new Courier({
      world: () => runtime.world,
      variation: () => runtime.variation,
      faults,
      send: options.send ?? sendOverHttp,
      resolve: options.resolve ?? resolveHost,
      policy,
      wallMs,
      sleep,
      persist,
    }),
    variation: asDocumented,
    origin,
    issuer: origin + layout.issuer,
    layout,
    policy,
    filesUrl: options.filesUrl ?? null,
    tourHost: options.tourHost ?? null,
    wallMs,
    sleep,
    reset: (newSeed = runtime.world.seed, newOrders = orders) => {
      runtime.world = begin(newSeed, newOrders);
      runtime.budgets = new Budgets();
      runtime.variation = asDocumented;
      faults.clear(newSeed);
      runtime.audit.clear();
    },
  };

  const calls = new CallLog();
  const everything = routes(runtime, calls);
  return {
    fetch: (request, address) =>
      throughFaults(faults, request, {
        layout,
        handle: async (passed, injected) => {
          const response = await everything.fetch(passed, {
            ...(address !== undefined && { address }),
            ...injected,
          });
          persist();
          return response;
        },
        turnedBack: (passed, fault, answer) => logTurnedBack(calls, runtime, passed, fault, answer),
      }),
    tick: async () => {
      await runtime.courier.deliverDue();
      forgetNowAndThen();
      persist();
    },
    advance: async (stepMs) => {
      await runtime.courier.advance(stepMs);
      forgetNowAndThen();
      persist();
    },
    close: () => journal?.close(),
  };
}

function routes(runtime: Runtime, calls: CallLog): Hono<SandboxEnv> {
  const { layout } = runtime;
  const app = new Hono<SandboxEnv>();
  // The image route is registered before commonHeaders, because commonHeaders sets `no-store`, and browsers may cache
  // images.
  app.route('/images', images(runtime));
  // A request gets a response only if its host is the platform's own host or loopback. The sub-domain or custom domain
  // of a store may resolve to the machine of the sandbox, but it is not the platform's API (GEN-3).
  app.use(commonHeaders, async (c, next) => {
    const url = new URL(c.req.url);
    const isThisMachine = isLoopback(url) && !url.hostname.endsWith('.localhost');
    const known = url.hostname === new URL(runtime.origin).hostname || isThisMachine;
    return known ? next() : answerRefusal(c, refuse('not_found', 'not served on this host'));
  });
  for (const path of [`${layout.api}/*`, ...oauthPathsOf(layout)])
    app.use(
      path,
      logged(calls, () => runtime.world),
    );
  app.route(layout.api, api(runtime));
  app.route('/', oauth(runtime));
  app.get('/openapi.json', (c) => c.json(openApiDocument(runtime.origin + layout.api)));
  if (layout.hasMetadata) app.get(metadataPathOf(layout), (c) => c.json(oauthMetadata(runtime)));
  app.route('/_sandbox', control(runtime));
  app.get(
    '/docs',
    pageHeaders(() => []),
    (c) => c.html(docsPage(openApiDocument(runtime.origin + layout.api), languageOf(c.req.query('lang')))),
  );
  app.route('/portal', portal(runtime, calls));
  app.route('/', tour(runtime, calls));
  app.route('/', admin(runtime));
  // The handler for unknown addresses is set on the outermost Hono app, because Hono ignores the notFound handlers of
  // the apps inside it.
  app.notFound((c) => c.html(notFoundPage(), 404));
  return app;
}

/**
 * Minimum pause between two clean-ups of old records. A clean-up scans all records, so a clean-up at every request
 * would be too expensive.
 */
const forgetEveryMs = 60_000;

/**
 * Maximum number of transactions in the journal. If the journal has more when the sandbox starts, they are
 * compacted into one.
 */
const compactAfter = 1000;

/**
 * Rebuilds the sandbox's world (its whole state) from the journal; null if there is no journal. The data of the
 * registered app is taken from the current settings, because they may have changed since the journal was written.
 */
function resume(journal: Journal, clock: Clock, app: AppRecord, address: string): World | null {
  const stored = journal.read();
  if (!stored) return null;
  const { origin, changes } = stored;
  const world = seedWorld(origin, clock, app, address);
  for (const change of changes) world.apply(change);
  forgetPast(world);
  const sum = changes.length > compactAfter ? world.takeChanges() : null;
  if (sum) journal.compact(origin, sum);
  world.apps.put(app);
  world.takeChanges();
  return world;
}

function registeredApp(app: { url: string; clientId: string; clientSecret: string }): AppRecord {
  const origin = registeredOrigin(app.url);
  return {
    id: 'app_daftar',
    name: 'Daftar',
    client_id: app.clientId,
    client_secret: app.clientSecret,
    origin,
    redirect_uris: [`${origin}/api/auth/callback/platform`],
  };
}
