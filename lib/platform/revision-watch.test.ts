import { expect, it } from 'vitest';
import { apiRevision } from './contract/common';
import { newerRevision, revisionWatch } from './revision-watch';

it('VER-1: a revision is newer if its date is later, and a value that is no date is ignored', () => {
  expect(newerRevision('2027-01-01')).toBe('2027-01-01');
  for (const header of [null, '', apiRevision, '2026-08-09', 'v2', '9999', '2027-01-01; drop'])
    expect(newerRevision(header), String(header)).toBeNull();
});

it('VER-2: a newer revision is reported once a day, however many responses contain it', () => {
  let nowMs = 0;
  const reported: string[] = [];
  const note = revisionWatch(
    (revision) => reported.push(revision),
    () => nowMs,
  );
  for (nowMs of [0, 1, 86_399_999]) note('2027-01-01');
  expect(reported).toEqual(['2027-01-01']);
  for (nowMs of [86_400_000, 86_400_001]) note('2027-02-01');
  expect(reported).toEqual(['2027-01-01', '2027-02-01']);
});
