import 'server-only';
import type { InstallId } from '@/lib/shared/ids';
import { addToBatch, type LiveBatch, type LiveChange } from '@/lib/shared/live-change';
import type { Subscription } from '@/lib/system/live/listen';
import { readLiveMarks } from '@/lib/system/live/live-marks';
import { log } from '@/lib/system/log';
import { onLiveChange } from '@/lib/system/live/notify';

/** Who is told of the changes of one install. */
export type InstallEar = {
  tell(changes: LiveChange[]): void;
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
  ears: Set<InstallEar>;
  batch: LiveBatch;
  timer: ReturnType<typeof setTimeout> | undefined;
  wasBurst: boolean;
  /** As last looked at; null: not yet. */
  mark: { things: string; page: string } | null;
};

const rooms = new Map<InstallId, Room>();
let listening: Subscription | undefined;
/** Whether notifications arrive; null: that is being found out. */
let isHearing: boolean | null = null;
let looking: ReturnType<typeof setTimeout> | undefined;

/**
 * Hears the changes of one install: by notification, and where those do not arrive (a pooler in transaction mode, a
 * connection that is lost) by looking each second. Once `ready`, every change of what a screen shows is told.
 */
export function hearInstall(installId: InstallId, ear: InstallEar): Subscription {
  const room = enter(installId, ear);
  listening ??= onLiveChange(({ installId: of, kind, id }) => gather(of, { kind, id }), changeHearing);
  const ready = startHearing(listening);
  ready.catch(() => undefined);
  return { ready, stop: () => leave(installId, room, ear) };
}

function enter(installId: InstallId, ear: InstallEar): Room {
  const room = rooms.get(installId) ?? {
    ears: new Set(),
    batch: new Map(),
    timer: undefined,
    wasBurst: false,
    mark: null,
  };
  room.ears.add(ear);
  rooms.set(installId, room);
  return room;
}

function leave(installId: InstallId, room: Room, ear: InstallEar): void {
  room.ears.delete(ear);
  if (room.ears.size > 0) return;
  clearTimeout(room.timer);
  if (rooms.get(installId) === room) rooms.delete(installId);
  if (rooms.size > 0) return;
  clearTimeout(looking);
  listening?.stop();
  listening = undefined;
  isHearing = null;
}

async function startHearing({ ready }: Subscription): Promise<void> {
  if (isHearing === null)
    await ready.then(
      () => changeHearing(true),
      () => changeHearing(false),
    );
  // What is looked at from here on is compared with this.
  if (!isHearing) await look();
}

function changeHearing(now: boolean): void {
  if (now === isHearing) return;
  const before = isHearing;
  isHearing = now;
  clearTimeout(looking);
  if (!now) looking = setTimeout(() => void keepLooking(before === true), 0);
  // Between the last look and the first notification.
  else if (before === false) tellMany();
}

async function keepLooking(isMissed: boolean): Promise<void> {
  const of = listening;
  try {
    await look();
    if (isMissed) tellMany();
  } catch (error) {
    log.warn({ error }, 'changes can neither be heard of nor looked at');
    for (const room of [...rooms.values()]) for (const ear of [...room.ears]) ear.lost();
  }
  // Everybody left meanwhile, and whoever came since has begun anew.
  if (isHearing === false && listening === of)
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

function tellMany(): void {
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
  for (const ear of [...room.ears]) ear.tell(changes);
}
