import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { openStream, type StreamRequest } from '@/app/api/i/[installId]/live/open-stream';
import { openInstall } from '@/lib/installs/require-install.server';
import { sealSession, sessionCookieName } from '@/lib/installs/sign-in/session-cookie.server';
import { signOut } from '@/lib/installs/sign-in/sign-out.server';
import { tokenSource } from '@/lib/installs/tokens/token-source.server';
import { endSessions, type SessionId, startSession } from '@/lib/installs/sign-in/session.server';
import { readConnection } from '@/lib/mirror/health/read-connection.server';
import { openRun, postponeSweep, saveProgress } from '@/lib/mirror/sweeps/sweep-queue.server';
import { pauseInstall, resumeInstall } from '@/lib/ops/change-install.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { type LiveChange, namedMax, readLiveChanges } from '@/lib/shared/live/live-change';
import { withSystem } from '@/lib/system/db';
import { env } from '@/lib/system/env';
import { log } from '@/lib/system/log';
import { readLiveMarks } from '@/lib/system/live/live-marks';
import { notifyLive, notifyWork, onWork, type Work } from '@/lib/system/live/notify';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { startTransactionPooler } from '@/tests/support/integration/transaction-pooler';
import { eventually } from '@/tests/support/stack/eventually';

let world: AppWorld;
let a: InstallId;
let b: InstallId;

beforeAll(async () => {
  world = await startAppWorld();
  a = await world.install();
  b = await world.install({ store: 1 });
});
afterAll(() => world.stop());

/** The events that a simulated browser has received from a live stream (server-sent events) so far. */
type Received = { events: { event: string; data: string; changes: LiveChange[] }[]; isOver: boolean };
const opened: AbortController[] = [];
let sessions = 0;

afterEach(() => {
  for (const controller of opened.splice(0)) controller.abort();
});

async function openResponse(
  installId: InstallId,
  input: Partial<StreamRequest> = {},
  everyMs?: number,
): ReturnType<typeof openStream> {
  const controller = new AbortController();
  opened.push(controller);
  sessions += 1;
  return openStream(
    {
      installId,
      sessionId: `session ${sessions}` as SessionId,
      isAllowed: async () => true,
      readConnection: async () => 'ok' as const,
      signal: controller.signal,
      ...input,
    },
    everyMs,
  );
}

async function listenTo(
  installId: InstallId,
  input: Partial<StreamRequest> = {},
  everyMs?: number,
): Promise<Received> {
  const response = await openResponse(installId, input, everyMs);
  if (!(response instanceof Response)) throw new Error(response);
  return receive(response);
}

function receive(response: Response): Received {
  const received: Received = { events: [], isOver: false };
  void (async () => {
    let rest = '';
    for await (const chunk of response.body ?? []) {
      const blocks = (rest + Buffer.from(chunk).toString('utf8')).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
        received.events.push({ event, data, changes: readLiveChanges(data) });
      }
    }
    received.isOver = true;
  })();
  return received;
}

const changesOf = (received: Received) => received.events.flatMap(({ changes }) => changes);
const untilNotified = (received: Received, kind: LiveChange['kind'], id?: string) =>
  eventually(`${kind} ${id ?? ''} is reported`, async () =>
    changesOf(received).some((change) => change.kind === kind && (id === undefined || change.id === id)),
  );
const notify = (installId: InstallId, ...ids: string[]) =>
  withSystem(async (tx) => {
    for (const id of ids) await notifyLive(tx, { installId, kind: 'order', id });
  });

async function asSuperuser(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('testServer').superuserUrl });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** Ends the database connections that run LISTEN, as a restart of a proxy in front of the database would do. */
async function cutListening(): Promise<void> {
  const { rows } = await world.sql.query<{ name: string }>('SELECT current_database() AS name');
  await asSuperuser(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
     WHERE datname = ${pg.escapeLiteral(rows[0]?.name ?? '')} AND query LIKE 'LISTEN%'`,
  );
}

/**
 * Simulates that the member who installed the app lost access. The platform then refuses the current token,
 * and also the token from a refresh.
 */
async function loseAccess(installId: InstallId): Promise<void> {
  const tokens = tokenSource(installId);
  const { version } = await tokens.current(AbortSignal.timeout(10_000));
  await tokens.refused(version, true);
}

describe('the live stream', () => {
  it('reports the changes of its own install, only by id', async () => {
    const [mine, theirs] = [await listenTo(a), await listenTo(b)];
    await notify(a, 'ord_1');
    await notify(b, 'ord_2');
    await untilNotified(mine, 'order', 'ord_1');
    await untilNotified(theirs, 'order', 'ord_2');
    expect(changesOf(mine)).toEqual([{ kind: 'order', id: 'ord_1' }]);
    expect(changesOf(theirs)).toEqual([{ kind: 'order', id: 'ord_2' }]);
  });

  it('reports a burst of 1,000 changes in a few small events on each of two screens, and loses none', async () => {
    const screens = [await listenTo(a), await listenTo(a)];
    // Sends all notifications at the same time, as one transaction with many changes would.
    await world.sql.query(
      `SELECT pg_notify('daftar_live', json_build_object('installId', $1::text, 'kind', 'order', 'id', 'ord_' || n)::text)
       FROM generate_series(1, 1000) n`,
      [a],
    );
    await notify(a, 'ord_last');
    for (const received of screens) {
      await eventually('the last change is reported', async () => {
        await sleep(1_200);
        const last = received.events.at(-1)?.changes ?? [];
        return last.some(({ kind, id }) => kind === 'many' || id === 'ord_last');
      });
      const batches = received.events.filter(({ event }) => event === 'change');
      expect(batches.length).toBeLessThanOrEqual(4);
      for (const { changes } of batches) expect(changes.length).toBeLessThanOrEqual(namedMax);
      const named = new Set(changesOf(received).map(({ id }) => id));
      expect(named.size === 1_001 || named.has('')).toBe(true);
    }
  });

  it('reports changes that follow each other within moments in one event', async () => {
    const received = await listenTo(a);
    for (let n = 0; n < 100; n++)
      await world.sql.query(`SELECT pg_notify('daftar_live', $1)`, [
        JSON.stringify({ installId: a, kind: 'operation', id: `op_${n % 40}` }),
      ]);
    await notify(a, 'ord_last');
    await untilNotified(received, 'order', 'ord_last');
    const batches = received.events.filter(({ event }) => event === 'change');
    expect(new Set(changesOf(received).map(({ id }) => id)).size).toBe(41);
    // The test makes 101 changes. The server must send fewer than 25 events about them, because one event can report
    // several changes.
    expect(batches.length).toBeLessThan(25);
  });

  it('says within 2 s whether the publisher has paused the install', async () => {
    const received = await listenTo(a, { readConnection: () => readConnection(a) });
    const beats = () =>
      received.events.flatMap(({ event, data }) => (event === 'beat' ? [JSON.parse(data)] : []));
    await pauseInstall(a);
    await eventually('live updates are off', async () => beats().length === 2, 2_000);
    await resumeInstall(a);
    await eventually('live updates are on', async () => beats().length === 3, 2_000);
    expect(beats().map((beat) => beat.areUpdatesOff)).toEqual([false, true, false]);
    expect(beats().map((beat) => beat.connection)).toEqual(['ok', 'paused', 'ok']);
  });

  it('says within 2 s that the store cannot be reached after three failed reads, and that it can be reached again', async () => {
    const received = await listenTo(a, { readConnection: () => readConnection(a) });
    const connections = () =>
      received.events.flatMap(({ event, data }) => (event === 'beat' ? [JSON.parse(data).connection] : []));
    const failed = { installId: a, resource: 'discounts', kind: 'full', claim: 0, scopes: [] };
    const rows = await world.system<{ claim: number }>(
      `UPDATE sweeps SET failures = 1, claim = claim + 1, lease_until = now() + interval '1 minute'
       WHERE install_id = $1 AND resource = 'discounts' AND kind = 'full' RETURNING claim`,
      [a],
    );
    const sweep = { ...failed, claim: rows[0]?.claim ?? 0 };
    await postponeSweep(sweep, { code: 'timed_out', seconds: 3_600 });
    await postponeSweep(sweep, { code: 'timed_out', seconds: 3_600 });
    await eventually('the store cannot be reached', async () => connections().length === 2, 2_000);
    const run = await openRun(sweep);
    await withSystem(async (tx) => run && saveProgress(tx, run, { cursor: null, fetched: 1 }));
    await eventually('the store can be reached', async () => connections().length === 3, 2_000);
    expect(connections()).toEqual(['ok', 'platform_unreachable', 'ok']);
  });

  it('continues after foreign data on the channel', async () => {
    const received = await listenTo(a);
    for (const payload of [
      '',
      '{',
      'null',
      '[]',
      '{"installId":1}',
      `{"installId":"${a}","kind":"x","id":"1"}`,
    ])
      await world.sql.query('SELECT pg_notify($1, $2)', ['daftar_live', payload]);
    await notify(a, 'ord_1');
    await untilNotified(received, 'order', 'ord_1');
    expect(changesOf(received)).toHaveLength(1);
  });

  it.each([
    [
      'the session was not used for an hour',
      `UPDATE sessions SET used_at = now() - interval '1 hour' WHERE install_id = $1`,
    ],
    ['the install is closed', 'UPDATE installs SET revoked_at = now() WHERE install_id = $1'],
    ['the access check fails', 'fails'],
    ['the access check does not answer', 'hangs'],
  ])('is closed within 30 s when %s', async (_, end) => {
    const installId = await world.install();
    const session = await startSession(installId, null);
    const sent = [{ name: sessionCookieName(installId), value: await sealSession(session) }];
    let state = '';
    const isAllowed = async () => {
      if (state === 'fails') throw new Error('the database is down');
      if (state === 'hangs') await new Promise(() => undefined);
      return (await openInstall(sent, installId)).ok;
    };
    // Replaces only the interval timers with fake timers, so that the test can let an interval pass immediately.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const received = await listenTo(installId, { isAllowed });
      await vi.advanceTimersByTimeAsync(30_000);
      await eventually('it beats', async () => received.events.length === 2);
      expect(received).toMatchObject({ isOver: false, events: [{ event: 'beat' }, { event: 'beat' }] });
      if (end.startsWith('UPDATE')) await world.system(end, [installId]);
      else state = end;
      await vi.advanceTimersByTimeAsync(30_000);
      await eventually('it is closed', async () => received.isOver);
      expect(received.events.at(-1)?.event).toBe('over');
    } finally {
      vi.useRealTimers();
    }
  });

  it.each<[string, (installId: InstallId) => Promise<unknown>]>([
    [
      'its person is signed out',
      (installId) => signOut({ installId }, { installId, target: { of: 'everyone' } }, []),
    ],
    ['access is lost', loseAccess],
    ['the store is connected again', (installId) => withSystem((tx) => endSessions(tx, installId))],
  ])('is closed within 2 s when %s, and a stream of another install is not', async (_, end) => {
    const installId = await world.install();
    const sent = [
      { name: sessionCookieName(installId), value: await sealSession(await startSession(installId, null)) },
    ];
    const [received, other] = [
      await listenTo(installId, { isAllowed: async () => (await openInstall(sent, installId)).ok }),
      await listenTo(b),
    ];
    await end(installId);
    await eventually('it is closed', async () => received.isOver, 2_000);
    expect(received.events.at(-1)?.event).toBe('over');
    expect(other).toMatchObject({ isOver: false, events: [{ event: 'beat' }] });
  });

  it('allows at most 8 streams for each session: the oldest receives "replaced" and is closed', async () => {
    const sessionId = 'one phone' as SessionId;
    const all: Received[] = [];
    for (let n = 0; n < 9; n++) all.push(await listenTo(a, { sessionId }));
    await eventually('the oldest is closed', async () => all[0]?.isOver);
    expect(all[0]?.events.at(-1)?.event).toBe('replaced');
    await notify(a, 'ord_1');
    for (const received of all.slice(1)) await untilNotified(received, 'order', 'ord_1');
  });

  it('allows at most 50 streams for each install; a stream that ends makes room for another', async () => {
    for (let n = 0; n < 50; n++) expect(await openResponse(a)).toBeInstanceOf(Response);
    expect(await openResponse(a)).toBe('too_many');
    expect(await openResponse(b)).toBeInstanceOf(Response);
    opened[7]?.abort();
    expect(await openResponse(a)).toBeInstanceOf(Response);
  });

  it('is closed if its reader has stopped reading', async () => {
    const isAllowed = vi.fn(async () => true);
    const response = await openResponse(a, { isAllowed }, 5);
    await eventually('it is no longer polled', async () => {
      const before = isAllowed.mock.calls.length;
      await sleep(200);
      return before > 40 && isAllowed.mock.calls.length === before;
    });
    if (!(response instanceof Response)) throw new Error('no stream');
    const received = receive(response);
    await eventually('what was sent is read, and it is over', async () => received.isOver);
  });

  it('uses one connection in each process, however often screens open and close, and none when all are closed', async () => {
    const connections = async () => {
      const { rows } = await world.sql.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
      );
      return rows.length;
    };
    for (let n = 0; n < 3; n++) {
      await Promise.all([listenTo(a), listenTo(b)]);
      for (const controller of opened.splice(0)) controller.abort();
    }
    await listenTo(a);
    // The app opens its LISTEN connection again after a delay. The test waits for longer than this delay, so that a
    // second connection would be counted.
    await sleep(1_500);
    expect(await connections()).toBe(1);
    for (const controller of opened.splice(0)) controller.abort();
    await eventually('it is given back', async () => (await connections()) === 0);
  });

  it('survives the loss of the LISTEN connection and misses no change in the meantime', async () => {
    const received = await listenTo(a);
    await cutListening();
    await untilNotified(received, 'many');
    await eventually('it is received again', async () => {
      await notify(a, 'ord_after');
      return changesOf(received).some(({ id }) => id === 'ord_after');
    });
    expect(received.isOver).toBe(false);
  });
});

describe('behind a pooler in transaction mode', () => {
  it('changes that a screen shows are still reported, once each, only to their own install', async () => {
    const warn = vi.spyOn(log, 'warn');
    const pooler = await startTransactionPooler(env().DATABASE_URL);
    env().DATABASE_DIRECT_URL = pooler.url;
    try {
      const [received, theirs] = [await listenTo(a), await listenTo(b)];
      expect(pooler.dropped).toBeGreaterThan(0);
      expect(String(warn.mock.calls.flat().join(' '))).toContain('DATABASE_DIRECT_URL');
      const changes: [string, LiveChange['kind'], string][] = [
        [
          'an event is applied',
          'many',
          `INSERT INTO inbox (install_id, event_id, topic, state) VALUES ($1, 'evt_1', 'order.updated', 'marked')`,
        ],
        ['and settled', 'many', `UPDATE inbox SET state = 'settled' WHERE install_id = $1`],
        [
          'an order is marked',
          'many',
          `INSERT INTO dirty_marks (install_id, kind, entity_id, mark) VALUES ($1, 'order', 'ord_1', nextval('mark_seq'))`,
        ],
        ['and was read', 'many', 'DELETE FROM dirty_marks WHERE install_id = $1'],
        [
          'a sweep has read a page',
          'many',
          `UPDATE sweeps SET fetched = fetched + 100 WHERE install_id = $1 AND resource = 'orders' AND kind = 'full'`,
        ],
        [
          'an operation ends',
          'many',
          `INSERT INTO operations (install_id, id, kind, idempotency_key, state, ended_at)
           VALUES ($1, gen_random_uuid(), 'set_note', 'key', 'needs_review', now())`,
        ],
        [
          'and is found to have succeeded',
          'many',
          `UPDATE operations SET state = 'succeeded' WHERE install_id = $1`,
        ],
        [
          'a bulk run begins',
          'many',
          `INSERT INTO bulk_runs (install_id, id, kind, input, request_hash, total, waiting, skipped)
           VALUES ($1, gen_random_uuid(), 'none', '{}', '', 1, 1, 0)`,
        ],
        ['and goes on', 'many', 'UPDATE bulk_runs SET waiting = 0, sent = 1 WHERE install_id = $1'],
        ['a role changes', 'role', `UPDATE installs SET default_role = 'viewer' WHERE install_id = $1`],
        ['the scopes change', 'install', `UPDATE installs SET effective_scopes = '{}' WHERE install_id = $1`],
      ];
      for (const [what, kind, sql] of changes) {
        received.events.length = 0;
        await world.system(sql, [a]);
        await eventually(what, async () => changesOf(received).some((change) => change.kind === kind), 5_000);
      }
      await sleep(2_500);
      received.events.length = 0;
      await sleep(2_500);
      expect(changesOf(received)).toEqual([]);
      expect(changesOf(theirs)).toEqual([]);
      expect(
        warn.mock.calls.flat().filter((text) => String(text).includes('DATABASE_DIRECT_URL')),
      ).toHaveLength(1);
    } finally {
      warn.mockRestore();
      for (const controller of opened.splice(0)) controller.abort();
      delete env().DATABASE_DIRECT_URL;
      await pooler.stop();
    }
  });

  it('few of the waiting dirty marks are compared, always including those that the worker reads next', async () => {
    const things = async () => (await readLiveMarks([a]))[0]?.things;
    const differs = async (sql: string) => {
      const before = await things();
      await world.system(sql, [a]);
      return (await things()) !== before;
    };
    const marks = (kind: string, from: number) =>
      `INSERT INTO dirty_marks (install_id, kind, entity_id, mark, next_attempt_at)
       SELECT $1, '${kind}', '${kind}_' || n, n, now() - interval '1 hour' + n * interval '1 second'
       FROM generate_series(${from}, ${from + 499}) n`;
    const clear = (kind: string, n: number) =>
      `DELETE FROM dirty_marks WHERE install_id = $1 AND entity_id = '${kind}_${n}'`;
    try {
      expect(await differs(marks('product', 1))).toBe(true);
      // readLiveMarks reads a limited number of dirty marks (notes that a record must be read), beginning with the
      // marks that are due first. Products have a separate limit. So a new mark of an order changes the result, even if
      // many products have earlier marks.
      expect(await differs(marks('order', 1_001))).toBe(true);
      expect(await differs(clear('order', 1_400))).toBe(false);
      expect(await differs(clear('product', 400))).toBe(false);
      for (let n = 1; n <= 4; n++) expect(await differs(clear('order', 1_000 + n))).toBe(true);
      // The worker reads a hundred products at the same time and clears their dirty marks (notes that a record must be
      // read) in any order. If a read fails, its mark remains. So a change of any of the first hundred marks must
      // change the result of readLiveMarks.
      for (const n of [2, 50, 100]) expect(await differs(clear('product', n))).toBe(true);
      expect(
        await differs(`UPDATE dirty_marks SET mark = 9 WHERE install_id = $1 AND entity_id = 'product_1'`),
      ).toBe(true);
    } finally {
      await world.system('DELETE FROM dirty_marks WHERE install_id = $1', [a]);
    }
  });

  it('a silent connection is detected, and the changes that it lost are reported', async () => {
    const pooler = await startTransactionPooler(env().DATABASE_URL);
    pooler.dropsNotifications = false;
    env().DATABASE_DIRECT_URL = pooler.url;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const received = await listenTo(a);
      await notify(a, 'ord_1');
      await untilNotified(received, 'order', 'ord_1');
      pooler.dropsNotifications = true;
      await notify(a, 'ord_2');
      await eventually('it is swallowed', async () => pooler.dropped === 1);
      await vi.advanceTimersByTimeAsync(30_000);
      await untilNotified(received, 'many');
      expect(received.isOver).toBe(false);
    } finally {
      vi.useRealTimers();
      for (const controller of opened.splice(0)) controller.abort();
      delete env().DATABASE_DIRECT_URL;
      await pooler.stop();
    }
  });

  it('a connection that is cut and does not return loses no change', async () => {
    const pooler = await startTransactionPooler(env().DATABASE_URL);
    pooler.dropsNotifications = false;
    env().DATABASE_DIRECT_URL = pooler.url;
    try {
      const received = await listenTo(a);
      await pooler.stop();
      await untilNotified(received, 'many');
      await sleep(1_500);
      received.events.length = 0;
      await world.system(
        `INSERT INTO inbox (install_id, event_id, topic, state) VALUES ($1, 'evt_2', 'order.updated', 'marked')`,
        [a],
      );
      await untilNotified(received, 'many');
      expect(received.isOver).toBe(false);
    } finally {
      for (const controller of opened.splice(0)) controller.abort();
      delete env().DATABASE_DIRECT_URL;
    }
  });

  it('a stream is still closed within 2 s after its session was ended', async () => {
    const pooler = await startTransactionPooler(env().DATABASE_URL);
    env().DATABASE_DIRECT_URL = pooler.url;
    try {
      const installId = await world.install();
      const session = await startSession(installId, null);
      const sent = [{ name: sessionCookieName(installId), value: await sealSession(session) }];
      const isAllowed = async () => (await openInstall(sent, installId)).ok;
      const received = await listenTo(installId, { isAllowed });
      await withSystem((tx) => endSessions(tx, installId));
      await eventually('it is closed', async () => received.isOver, 2_000);
    } finally {
      for (const controller of opened.splice(0)) controller.abort();
      delete env().DATABASE_DIRECT_URL;
      await pooler.stop();
    }
  });

  it('if DATABASE_DIRECT_URL answers nothing, changes are still found by polling', async () => {
    env().DATABASE_DIRECT_URL = 'postgres://nobody@127.0.0.1:9/nothing';
    try {
      const received = await listenTo(a);
      await world.system(`UPDATE inbox SET state = 'ignored' WHERE install_id = $1`, [a]);
      await untilNotified(received, 'many');
    } finally {
      for (const controller of opened.splice(0)) controller.abort();
      delete env().DATABASE_DIRECT_URL;
    }
  });
});

describe('the workers', () => {
  it('are notified which kind of work exists; if the kind is unknown, they look for all kinds of work', async () => {
    const received: (Work | null)[] = [];
    const listening = onWork((work) => received.push(work));
    try {
      await listening.ready;
      received.length = 0;
      await withSystem((tx) => notifyWork(tx, 'sweeps'));
      await world.sql.query(`SELECT pg_notify('daftar_work', 'of a newer version')`);
      await eventually('both are received', async () => received.length === 2);
      expect(received).toEqual(['sweeps', null]);
      await cutListening();
      await eventually('all is looked at when it is back', async () => received.length === 3);
      expect(received.at(-1)).toBeNull();
    } finally {
      listening.stop();
    }
  });
});
