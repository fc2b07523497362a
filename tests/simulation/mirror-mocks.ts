import { vi } from 'vitest';
import { planted } from './mirror-bugs';
import { noteRecovery, crashAtRandom } from './mirror-chaos';

/**
 * Replaces modules of the app for the simulation. Import this file before any other file. Some replacements save time,
 * because they leave out work that has its own tests. One replacement kills worker processes, and some replacements
 * contain a planted bug.
 */

vi.mock('@/lib/installs/request-budget.server', async (original) => ({
  ...(await original<typeof import('@/lib/installs/request-budget.server')>()),
  requestBudget: () => ({ take: async () => undefined, block: async () => undefined }),
}));

// In this simulation, access tokens are valid for ten years. Hours of virtual time can pass between a token refresh and
// the use of the new token. So a token with a normal lifetime would expire, and every store would be disconnected.
// Tokens have their own simulation
// (tests/integration/app/installs/refresh-interleavings.test.ts).
vi.mock('commerce-platform-client/assumptions', async (original) => ({
  ...(await original<typeof import('commerce-platform-client/assumptions')>()),
  accessTokenSeconds: 10 * 365 * 24 * 3_600,
}));

// The platform client does not retry reads here, so that the code of the mirror gets each failure immediately.
vi.mock('@/lib/platform/read-retries', async (original) => ({
  ...(await original<typeof import('@/lib/platform/read-retries')>()),
  withReadRetries: <Result>(read: () => Promise<Result>) => read(),
}));

vi.mock('@/sandbox/domain/budgets', async (original) => {
  const { Budgets, ...rest } = await original<typeof import('@/sandbox/domain/budgets')>();
  return {
    ...rest,
    Budgets: class extends Budgets {
      override takeRequest = () => null;
      override takeTestDelivery = () => null;
    },
  };
});

vi.mock('@/sandbox/world/seed-world', async () => await import('./mirror-seed'));

vi.mock('@/lib/system/crash-point', () => ({
  crashPoint(name: string) {
    if (name === 'mark.before_store') crashAtRandom('crashed_before_store_of_mark');
    if (name === 'sweep.before_store') crashAtRandom('crashed_before_store_of_page');
  },
}));

vi.mock('@/lib/system/log', async (original) => {
  const { noteLog } = await import('./mirror-chaos');
  const { log } = await original<typeof import('@/lib/system/log')>();
  log.level = 'silent';
  // In pino, `level` has a setter that replaces the methods of all levels that are off. startAppWorld sets the level to
  // `silent`, so this setter would replace the two methods below, and the simulation would receive no entry. The plain
  // property `level` has no such effect.
  const noted = Object.create(log, { level: { value: 'silent', writable: true } }) as typeof log;
  const warn = (about: unknown) => noteLog('warn', about);
  const error = (about: unknown) => noteLog('error', about);
  return { log: Object.assign(noted, { warn, error }) };
});

vi.mock('@/lib/mirror/dirty/dirty-queue.server', async (original) => {
  const { isDead } = await import('./mirror-chaos');
  const actual = await original<typeof import('@/lib/mirror/dirty/dirty-queue.server')>();
  type Claimed = Awaited<ReturnType<typeof actual.claimDirty>>;
  const claimed = async (entities: Claimed) => {
    if (planted.bug === 'clear_mark_early' && entities.length > 0) await actual.clearMarks(entities);
    for (const { claim } of entities) if (claim > 1) noteRecovery('mark_claimed_again');
    return entities;
  };
  return {
    ...actual,
    claimDirty: async (limit: number) => claimed(await actual.claimDirty(limit)),
    claimDirtyProducts: async () => claimed(await actual.claimDirtyProducts()),
    postponeMarks: async (entities: Claimed, seconds?: number) => {
      // After a failed read, a running worker postpones the dirty mark (the request to read the record) that it
      // claimed. A dead worker cannot do this, so its marks stay claimed until the lease expires.
      const living = entities.filter(({ installId, entityId }) => !isDead(`${installId} ${entityId}`));
      if (living.length === 0) return;
      noteRecovery('mark_postponed');
      await actual.postponeMarks(living, seconds);
    },
  };
});

vi.mock('@/lib/mirror/sweeps/sweep-queue.server', async (original) => {
  const { isDead } = await import('./mirror-chaos');
  const actual = await original<typeof import('@/lib/mirror/sweeps/sweep-queue.server')>();
  return {
    ...actual,
    async openRun(sweep: Parameters<typeof actual.openRun>[0]) {
      const run = await actual.openRun(sweep);
      if (run && run.failures > 0 && run.fetched > 0) noteRecovery('run_gone_on_with');
      return run;
    },
    async postponeSweep(...[sweep, why]: Parameters<typeof actual.postponeSweep>) {
      if (isDead(`${sweep.installId} ${sweep.resource}.${sweep.kind}`)) return;
      noteRecovery('sweep_postponed');
      await actual.postponeSweep(sweep, why);
    },
    async restartRun(...[sweep]: Parameters<typeof actual.restartRun>) {
      noteRecovery('run_restarted');
      await actual.restartRun(sweep);
    },
    async requestSweep(...parts: Parameters<typeof actual.requestSweep>) {
      if (parts[3] === 'full') noteRecovery(`full_${parts[2]}_asked`);
      await actual.requestSweep(...parts);
    },
  };
});

vi.mock('@/lib/mirror/sweeps/next-watermark', async (original) => {
  const actual = await original<typeof import('@/lib/mirror/sweeps/next-watermark')>();
  return {
    ...actual,
    readFrom: (watermark: Date | null) =>
      planted.bug === 'no_overlap' ? watermark : actual.readFrom(watermark),
  };
});

vi.mock('@/lib/mirror/products/discount-mirror.server', async (original) => {
  const actual = await original<typeof import('@/lib/mirror/products/discount-mirror.server')>();
  return {
    ...actual,
    async writeDiscounts(...parts: Parameters<typeof actual.writeDiscounts>) {
      await actual.writeDiscounts(...parts);
      const [tx, installId] = parts;
      if (planted.bug !== 'half_sweep_deletes') return;
      const run = await tx.sweep.findFirst({ where: { installId, resource: 'discounts' } });
      if (run?.fence) await actual.buryUnseenDiscounts(tx, installId, run.fence);
    },
  };
});

vi.mock('@/lib/mirror/products/product-mirror.server', async (original) => {
  const actual = await original<typeof import('@/lib/mirror/products/product-mirror.server')>();
  return {
    ...actual,
    async buryProduct(...parts: Parameters<typeof actual.buryProduct>) {
      noteRecovery('product_tombstone_written');
      await actual.buryProduct(...parts);
    },
  };
});

vi.mock('@/lib/installs/confirm-uninstall.server', async (original) => {
  const actual = await original<typeof import('@/lib/installs/confirm-uninstall.server')>();
  return {
    async confirmUninstall(...parts: Parameters<typeof actual.confirmUninstall>) {
      await actual.confirmUninstall(...parts);
      noteRecovery('uninstall_evaluated');
    },
  };
});

vi.mock('@/lib/webhooks/inbox.server', async (original) => {
  const { deliveryIdOf } = await import('./mirror-chaos');
  const actual = await original<typeof import('@/lib/webhooks/inbox.server')>();
  return {
    ...actual,
    storeEvent: async (row: Parameters<typeof actual.storeEvent>[0]) =>
      actual.storeEvent(
        planted.bug === 'deduplicate_by_header' ? { ...row, eventId: deliveryIdOf(row.eventId) } : row,
      ),
  };
});

vi.mock('@/lib/installs/install-client.server', async (original) => {
  const { saveCursorFirst } = await import('./mirror-cursor-bug');
  const actual = await original<typeof import('@/lib/installs/install-client.server')>();
  return {
    ...actual,
    installClient: (...[installId, lane]: Parameters<typeof actual.installClient>) => {
      const client = actual.installClient(installId, lane);
      return planted.bug === 'cursor_before_page' && lane === 'background'
        ? saveCursorFirst(installId, client)
        : client;
    },
  };
});

// Caches the token of each install for a minute, because the simulation sends a million requests. The app reads the
// token from the database again after a minute, or if the platform refused it.
vi.mock('@/lib/installs/tokens/token-source.server', async (original) => {
  const actual = await original<typeof import('@/lib/installs/tokens/token-source.server')>();
  type Token = Awaited<ReturnType<ReturnType<typeof actual.tokenSource>['current']>>;
  const known = new Map<string, { token: Token; atMs: number }>();
  return {
    ...actual,
    storeTokens: async (...parts: Parameters<typeof actual.storeTokens>) => {
      known.delete(parts[1].install_id);
      await actual.storeTokens(...parts);
    },
    tokenSource: (installId: Parameters<typeof actual.tokenSource>[0]) => {
      const source = actual.tokenSource(installId);
      return {
        async current(signal: AbortSignal) {
          const cached = known.get(installId);
          if (cached && Date.now() - cached.atMs < 60_000) return cached.token;
          const token = await source.current(signal);
          known.set(installId, { token, atMs: Date.now() });
          return token;
        },
        async refused(...parts: Parameters<typeof source.refused>) {
          known.delete(installId);
          await source.refused(...parts);
        },
      };
    },
  };
});
