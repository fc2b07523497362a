/**
 * Groups of reasons why an event was quarantined (stored, but not applied). The screens have one text for each group.
 *
 * - `unreadable`: the body is not an event in JSON.
 * - `hostile`: the JSON nests too deeply or has a key `__proto__`.
 * - `other`: the running version of the app does not have this reason.
 */
export type QuarantineKind = 'unreadable' | 'hostile' | 'unknown_topic' | 'test_on_real_store' | 'other';

type Quarantined<Name extends string, Value> = { [Key in Name]: Value } & {
  events: number;
  newestAt: string;
};

/**
 * Returns the group of a quarantine reason that read-event.ts wrote. The reason itself is not shown, because it may
 * repeat text of the event.
 */
export function quarantineKind(reason: string): QuarantineKind {
  if (reason === 'not UTF-8' || reason === 'not JSON' || reason.startsWith('not an event'))
    return 'unreadable';
  if (reason === 'hostile JSON') return 'hostile';
  if (reason.startsWith('unknown topic')) return 'unknown_topic';
  return reason === 'a test event on a real store' ? 'test_on_real_store' : 'other';
}

/**
 * Counts the quarantined events (stored, but not applied) of each kind of reason. The kind with the most events is
 * first.
 */
export function gatherQuarantined(
  rows: readonly Quarantined<'reason', string>[],
): Quarantined<'kind', QuarantineKind>[] {
  const kinds = new Map<QuarantineKind, Quarantined<'kind', QuarantineKind>>();
  for (const { reason, events, newestAt } of rows) {
    const kind = quarantineKind(reason);
    const current = kinds.get(kind);
    kinds.set(kind, {
      kind,
      events: events + (current?.events ?? 0),
      newestAt: current && Date.parse(current.newestAt) > Date.parse(newestAt) ? current.newestAt : newestAt,
    });
  }
  return [...kinds.values()].sort((one, other) => other.events - one.events);
}
