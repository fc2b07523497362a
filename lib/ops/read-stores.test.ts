import { describe, expect, it } from 'vitest';
import { summarize } from '@/lib/ops/read-stores.server';
import type { StoreFacts } from '@/lib/ops/store-facts.server';

const late: StoreFacts = {
  installId: 'inst_1',
  storeId: 'sto_1',
  closedAge: null,
  pausedAge: null,
  token: 'active',
  subscription: 'active',
  isSubscriptionChecked: true,
  finishFailingAge: null,
  finishError: null,
  blockedSeconds: 0,
  budgetWaiting: 0,
  inbox: 1,
  inboxAge: 90,
  quarantined: 0,
  quarantinedAge: null,
  marks: 1,
  marksDueAge: 5_000,
  marksAttempts: 0,
  sweepsDue: 1,
  sweepDueAge: 6_000,
  sweepFailures: 0,
  sweepError: null,
  operations: { sending: 1 },
  operationAge: 7_000,
  toReview: 0,
  toReviewAge: null,
  bulkWaiting: 0,
};

/** Returns the ages of the queues, which the alerts compare with their limits, and the number of waiting marks. */
function agesOf(facts: Partial<StoreFacts>) {
  const { inbox, marks, sweeps, operations } = summarize([{ ...late, ...facts }]).queues;
  return {
    inbox: inbox.seconds,
    marks: marks.dueSeconds,
    sweeps: sweeps.dueSeconds,
    operations: operations.seconds,
    waitingMarks: marks.entities,
  };
}

describe('the age of the queues', () => {
  it('counts the late work of a connected store', () => {
    expect(agesOf({})).toEqual({
      inbox: 90,
      marks: 5_000,
      sweeps: 6_000,
      operations: 7_000,
      waitingMarks: 1,
    });
  });

  it.each([['revoked'], [null]])(
    'leaves out the work of a store that only its merchant can connect again (tokens: %s), except its received events',
    (token) => {
      expect(agesOf({ token })).toEqual({ inbox: 90, marks: 0, sweeps: 0, operations: 0, waitingMarks: 1 });
    },
  );

  it.each([{ pausedAge: 60 }, { closedAge: 60 }])('leaves out all work of the store %j', (state) => {
    expect(agesOf(state)).toEqual({ inbox: 0, marks: 0, sweeps: 0, operations: 0, waitingMarks: 1 });
  });
});
