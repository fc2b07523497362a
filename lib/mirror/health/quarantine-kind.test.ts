import { describe, expect, it } from 'vitest';
import { gatherQuarantined, quarantineKind } from './quarantine-kind';

describe('why an event was quarantined', () => {
  it.each([
    ['not UTF-8', 'unreadable'],
    ['not JSON', 'unreadable'],
    ['not an event: sequence', 'unreadable'],
    ['hostile JSON', 'hostile'],
    ['unknown topic order.teleported', 'unknown_topic'],
    ['a test event on a real store', 'test_on_real_store'],
    ['something newer', 'other'],
    ['', 'other'],
  ])('%s is of the kind %s', (reason, kind) => {
    expect(quarantineKind(reason)).toBe(kind);
  });

  it('is grouped by kind, most frequent first, with the newest time and no text of the event', () => {
    const rows = [
      { reason: 'unknown topic a.canary', events: 2, newestAt: '2026-11-20T10:00:00.000Z' },
      { reason: 'not JSON', events: 4, newestAt: '2026-11-19T10:00:00.000Z' },
      { reason: 'unknown topic b.canary', events: 3, newestAt: '2026-11-18T10:00:00.000Z' },
    ];
    expect(gatherQuarantined(rows)).toEqual([
      { kind: 'unknown_topic', events: 5, newestAt: '2026-11-20T10:00:00.000Z' },
      { kind: 'unreadable', events: 4, newestAt: '2026-11-19T10:00:00.000Z' },
    ]);
  });
});
