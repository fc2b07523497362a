import { expect, it } from 'vitest';
import { sendsSession, sessionCookieName } from './session-cookie-name';

const value = `eyJ.${'.'}${'a'.repeat(16)}.text.${'b'.repeat(22)}`;

it('a request has a session of an install only with a cookie of this install that has the form of a session', () => {
  const name = sessionCookieName('inst_1');
  expect(sendsSession([{ name, value }], 'inst_1')).toBe(true);
  expect(sendsSession([{ name, value }], 'inst_2')).toBe(false);
  expect(sendsSession([{ name, value: 'x' }], 'inst_1')).toBe(false);
  expect(sendsSession([], 'inst_1')).toBe(false);
});
