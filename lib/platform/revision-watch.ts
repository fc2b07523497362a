import { apiRevision } from '@/lib/platform/contract/common';

const dayMs = 24 * 3_600_000;

/** The revision of an answer when it is newer than the contract's, else null. platform: Versioning, rule 2. */
export function newerRevision(header: string | null): string | null {
  return header !== null && /^\d{4}-\d\d-\d\d$/.test(header) && header > apiRevision ? header : null;
}

/** Tells `report` of a newer revision once a day, however many answers carry it. One per process. */
export function revisionWatch(
  report: (revision: string) => void,
  nowMs: () => number = Date.now,
): (revision: string) => void {
  let reportedMs = Number.NEGATIVE_INFINITY;
  return (revision) => {
    if (nowMs() - reportedMs < dayMs) return;
    reportedMs = nowMs();
    report(revision);
  };
}
