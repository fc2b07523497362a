import 'server-only';
import type { InstallId } from '@/lib/shared/ids';
import { addToBatch, type LiveBatch, type LiveChange } from '@/lib/shared/live-change';
import type { Subscription } from '@/lib/system/live/listen';
import { readLiveMarks } from '@/lib/system/live/live-marks';
import { log } from '@/lib/system/log';
import { onLiveChange } from '@/lib/system/live/notify';

/** Who is told of the changes of one install. */
export type InstallListener = {
  notify(changes: LiveChange[]): void;
  /** There is no way left to hear of changes. */
  lost(): void;
};

/** Changes that come together are told together. */
const gatherMs = 200;
/** After a burst the next is gathered for longer; within a second all the same. */
const gatherBurstMs = 800;
const lookEveryMs = 1_000;

/** The open screens of one install in this process: what one is told, all are. */
type Room = {
  listeners: Set<InstallListener>;
  batch: LiveBatch;
  timer: ReturnType<typeof setTimeout> | undefined;
  wasBurst: boolean;
  /** As last looked at; null: not yet. */
  mark: { things: string; page: string } | null;
};

const rooms = new Map<InstallId, Room>();
let listening: Subscription | undefined;
/** Whether notifications arrive; null: that is being found out. */
let isListening: boolean | null = null;
let looking: ReturnType<typeof setTimeout> | undefined;

/**
 * Hears the changes of one install: by notification, and where those do not arrive (a pooler in transaction mode, a
 * connection that is lost) by looking each second. Once `ready`, every change of what a screen shows is told.
 */
export function listenToInstall(installId: InstallId, listener: InstallListener): Subscription {
  const room = enter(installId, listener);
  listening ??= onLiveChange(({ installId: of, kind, id }) => gather(of, { kind, id }), onListeningChange);
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
  clearTimeout(looking);
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
  // What is looked at from here on is compared with this.
  if (!isListening) await look();
}

function onListeningChange(now: boolean): void {
  if (now === isListening) return;
  const before = isListening;
  isListening = now;
  clearTimeout(looking);
  if (!now) looking = setTimeout(() => void keepLooking(before === true), 0);
  // Between the last look and the first notification.
  else if (before === false) notifyMany();
}

async function keepLooking(isMissed: boolean): Promise<void> {
  const of = listening;
  try {
    await look();
    if (isMissed) notifyMany();
  } catch (error) {
    log.warn({ error }, 'changes can neither be heard of nor looked at');
    for (const room of [...rooms.values()]) for (const listener of [...room.listeners]) listener.lost();
  }
  // Everybody left meanwhile, and whoever came since has begun anew.
  if (isListening === false && listening === of)
    looking = setTimeout(() => void keepLooking(false), lookEveryMs);
}

async function look(): Promise<void> {
  for (const { installId, things, page } of await readLiveMarks([...rooms.keys()])) {
    const room = rooms.get(installId);
    if (!room) continue;
    const before = room.mark;
    room.mark = { things, page };
    if (before && before.page !== page) gather(installId, { kind: 'install', id: installId });
    if (before && before.things !== things) gather(installId, { kind: 'many', id: '' });
  }
}

function notifyMany(): void {
  for (const installId of rooms.keys()) gather(installId, { kind: 'many', id: '' });
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
