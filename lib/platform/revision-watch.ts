import { apiRevision } from './contract/common';

const dayMs = 24 * 3_600_000;

/**
 * Returns the API revision of a response if it is newer than the revision of the contract; null if it is not newer.
 * platform: Versioning, rule 2.
 */
export function newerRevision(header: string | null): string | null {
  return header !== null && /^\d{4}-\d\d-\d\d$/.test(header) && header > apiRevision ? header : null;
}

/**
 * Returns a function that reports a newer API revision by calling `report`. It reports at most once a day, even if many
 * responses contain the newer revision. Each process needs only one such function.
 */
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
