/**
 * The patterns of docs/patterns.md that a part of a screen can use. Each key is the heading of a pattern, as it is
 * written in a link. Each value is the page of its decision or its invariant. tests/lint/xray.test.ts compares headings
 * and pages with docs/patterns.md.
 */
export const xrayPatterns = {
  'recorded-write': 'docs/architecture.md#d2-a-write-is-recorded-before-it-is-sent',
  'operation-id': 'docs/architecture.md#d2-a-write-is-recorded-before-it-is-sent',
  resending: 'docs/decisions/unknown-outcomes.md',
  'settling-by-reading': 'docs/decisions/unknown-outcomes.md',
  'review-by-a-person': 'docs/decisions/unknown-outcomes.md',
  'ordered-writes': 'docs/decisions/one-order-at-a-time.md',
  inbox: 'docs/decisions/inbox.md',
  'group-commit': 'docs/decisions/group-commit.md',
  'dirty-mark': 'docs/decisions/inbox.md',
  fence: 'docs/architecture.md#d4-the-mirror-only-moves-forward',
  tombstone: 'docs/architecture.md#m5-deletions-leave-tombstones',
  'sweep-with-watermark': 'docs/decisions/sweeps.md',
  'budget-lanes': 'docs/decisions/budget-lanes.md',
  'ready-list': 'docs/decisions/queues-are-rows.md#the-ready-list',
  leases: 'docs/decisions/queues-are-rows.md',
  'row-security-under-one-access-check': 'docs/decisions/row-security.md',
  'install-of-a-request': 'docs/decisions/row-security.md',
  'iframe-cookie-and-hand-over': 'docs/decisions/iframe-cookie.md',
  'live-stream': 'docs/decisions/live-stream.md',
  polling: 'docs/decisions/live-stream.md',
} as const;
export type PatternName = keyof typeof xrayPatterns;
