import { expect, it } from 'vitest';
import { sessionEndOf } from './session-end';

it('an answer that the session has ended or the store is disconnected ends the access of the tab; an outage does not', () => {
  const codes = ['signed_out', 'reconnect', 'unavailable', 'missing_scope', null];
  expect(codes.map(sessionEndOf)).toEqual(['signed_out', 'reconnect', null, null, null]);
});
