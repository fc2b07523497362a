import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchActions } from './watch-actions';

const failure = new TypeError('Failed to fetch');

beforeEach(() => vi.stubGlobal('window', { fetch: () => Promise.reject(failure) }));
afterEach(() => vi.unstubAllGlobals());

it('a server action whose request fails ends as cancelled, so that Next does not send it again later', async () => {
  watchActions();
  const action = window.fetch('/orders', { method: 'POST', headers: { 'next-action': 'a' } });
  await expect(action).rejects.toMatchObject({ name: 'AbortError' });
});

it('any other request that fails keeps its error, so that Next repeats a navigation', async () => {
  const end = watchActions();
  await expect(window.fetch('/orders')).rejects.toBe(failure);
  end();
  const action = window.fetch('/orders', { method: 'POST', headers: { 'next-action': 'a' } });
  await expect(action).rejects.toBe(failure);
});
