import 'server-only';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { addToBatch, type LiveBatch, type LiveChange } from '@/lib/shared/live/live-change';
import type { Subscription } from '@/lib/system/live/listen';
import { type LiveMark, readLiveMarks } from '@/lib/system/live/live-marks';
import { log } from '@/lib/system/log';
import { onLiveChange } from '@/lib/system/live/notify';

/** Callbacks for the live changes of one install. */
export type InstallListener = {
  notify(changes: LiveChange[]): void;
  /** Called if sessions of the install may have ended. */
  checkAccess(): void;
  /** Called if changes can be neither received as notifications nor found by polling. */
  lost(): void;
};

/**
 * Time in milliseconds in which changes are gathered into one event of the live stream (the server-sent events for open
 * pages).
 */
const gatherMs = 200;
/**
 * Time in which changes are gathered after a burst of changes. It is longer than the usual 200 ms, so that a
 * burst causes fewer events. It is less than a second, so that screens are still updated soon.
 */
const gatherBurstMs = 800;
const pollEveryMs = 1_000;

/** The open live streams of one install in this process. All these streams get the same changes. */
type Room = {
  listeners: Set<InstallListener>;
  batch: LiveBatch;
  timer: ReturnType<typeof setTimeout> | undefined;
  wasBurst: boolean;
  /** Hashes that change when the install changes, as read at the last poll (LiveMark). null before the first poll. */
  mark: Omit<LiveMark, 'installId'> | null;
};

const rooms = new Map<InstallId, Room>();
let listening: Subscription | undefined;
/** Whether notifications of the database arrive in the process; null until the first check. */
let isListening: boolean | null = null;
let pollTimer: ReturnType<typeof setTimeout> | undefined;

/**
 * Listens to the live changes of one install, which arrive as notifications of the database. If notifications do not
 * arrive (for example, behind a pooler in transaction mode or after a lost connection), the install is polled every
 * second. After `ready` resolves, every change of data that a screen shows is reported.
 */
export function listenToInstall(installId: InstallId, listener: InstallListener): Subscription {
  const room = enter(installId, listener);
  listening ??= onLiveChange(({ installId: of, kind, id }) => {
    if (kind === 'session') checkAccess(of);
    else gather(of, { kind, id });
  }, onListeningChange);
  const ready = startListening(listening);
  ready.catch(() => undefined);
  return { ready, stop: () => leave(installId, room, listener) };
}

function enter(installId: InstallId, listener: InstallListener): Room {
  const room = rooms.get(installId) ?? {
    listeners: new Set(),
    batch: new Map(),
    timer: undefined,
    wasBurst: false,
    mark: null,
  };
  room.listeners.add(listener);
  rooms.set(installId, room);
  return room;
}

function leave(installId: InstallId, room: Room, listener: InstallListener): void {
  room.listeners.delete(listener);
  if (room.listeners.size > 0) return;
  clearTimeout(room.timer);
  if (rooms.get(installId) === room) rooms.delete(installId);
  if (rooms.size > 0) return;
  clearTimeout(pollTimer);
  listening?.stop();
  listening = undefined;
  isListening = null;
}

async function startListening({ ready }: Subscription): Promise<void> {
  if (isListening === null)
    await ready.then(
      () => onListeningChange(true),
      () => onListeningChange(false),
    );
  // The first poll only stores the live marks: hashes of the data and the access of each install. Later polls compare
  // new hashes with the stored ones.
  if (!isListening) await poll();
}

function onListeningChange(now: boolean): void {
  if (now === isListening) return;
  const before = isListening;
  isListening = now;
  clearTimeout(pollTimer);
  if (!now) pollTimer = setTimeout(() => void keepPolling(before === true), 0);
  // Changes between the last poll and the first notification may have been missed. One change of the kind "many" is
  // reported for all of them.
  else if (before === false) notifyMany();
}

async function keepPolling(isMissed: boolean): Promise<void> {
  const of = listening;
  try {
    await poll();
    if (isMissed) notifyMany();
  } catch (error) {
    log.warn(
      { error },
      'live changes can be neither received nor polled; open streams are closed and browsers reconnect',
    );
    for (const room of [...rooms.values()]) for (const listener of [...room.listeners]) listener.lost();
  }
  // While a loop polls, all listeners may stop listening, and a new listener may start another loop. If that has
  // happened, the old loop ends here.
  if (isListening === false && listening === of)
    pollTimer = setTimeout(() => void keepPolling(false), pollEveryMs);
}

async function poll(): Promise<void> {
  for (const { installId, ...mark } of await readLiveMarks([...rooms.keys()])) {
    const room = rooms.get(installId);
    if (!room) continue;
    const before = room.mark;
    room.mark = mark;
    if (before && before.access !== mark.access) checkAccess(installId);
    if (before && before.page !== mark.page) gather(installId, { kind: 'install', id: installId });
    if (before && before.roles !== mark.roles) gather(installId, { kind: 'role', id: '' });
    if (before && before.things !== mark.things) gather(installId, { kind: 'many', id: '' });
  }
}

function notifyMany(): void {
  for (const installId of rooms.keys()) {
    checkAccess(installId);
    gather(installId, { kind: 'many', id: '' });
  }
}

function checkAccess(installId: InstallId): void {
  for (const listener of [...(rooms.get(installId)?.listeners ?? [])]) listener.checkAccess();
}

function gather(installId: InstallId, change: LiveChange): void {
  const room = rooms.get(installId);
  if (!room) return;
  addToBatch(room.batch, change);
  room.timer ??= setTimeout(() => flush(room), room.wasBurst ? gatherBurstMs : gatherMs);
}

function flush(room: Room): void {
  const changes = [...room.batch.values()];
  room.timer = undefined;
  room.wasBurst = room.batch.has('many');
  room.batch.clear();
  for (const listener of [...room.listeners]) listener.notify(changes);
}
