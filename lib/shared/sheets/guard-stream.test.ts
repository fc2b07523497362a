import { expect, it } from 'vitest';
import { textStream } from './text-stream';
import { guardStream, type StreamGuard } from './guard-stream';

/** Returns a guarded stream of three pages, and what happened to it. */
async function guarded(change: Partial<StreamGuard> = {}) {
  const facts = { ends: 0, arePagesReleased: false };
  async function* pages() {
    try {
      for (const page of ['one ', 'two ', 'three']) yield page;
    } finally {
      facts.arePagesReleased = true;
    }
  }
  const { signal } = new AbortController();
  const stream = guardStream(await textStream(pages(), signal), {
    isAllowed: () => Promise.resolve(true),
    lifeMs: 60_000,
    signal,
    onEnd: () => (facts.ends += 1),
    ...change,
  });
  return { stream, facts };
}

it('S6: a file that is read while the user has access is complete', async () => {
  const { stream, facts } = await guarded();
  expect(await new Response(stream).text()).toBe('one two three');
  expect(facts).toEqual({ ends: 1, arePagesReleased: true });
});

it('S6: if the access ends while a file is read, the next read fails', async () => {
  let isAllowed = true;
  const { stream, facts } = await guarded({ isAllowed: () => Promise.resolve(isAllowed) });
  const reader = stream.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('one ');
  isAllowed = false;
  await expect(reader.read()).rejects.toThrow('may no longer read');
  await expect.poll(() => facts).toEqual({ ends: 1, arePagesReleased: true });
});

it('if the access can not be checked, the next read fails', async () => {
  const { stream, facts } = await guarded({ isAllowed: () => Promise.reject(new Error('no database')) });
  await expect(stream.getReader().read()).rejects.toThrow('no database');
  await expect.poll(() => facts).toEqual({ ends: 1, arePagesReleased: true });
});

it('S13: a file that nobody reads ends at its deadline', async () => {
  const { stream, facts } = await guarded({ lifeMs: 20 });
  await expect.poll(() => facts.ends).toBe(1);
  await expect(stream.getReader().read()).rejects.toThrow('in time');
  await expect.poll(() => facts).toEqual({ ends: 1, arePagesReleased: true });
});

it('a file ends when the client cancels it or closes the connection', async () => {
  const cancelled = await guarded();
  await cancelled.stream.cancel();
  const connection = new AbortController();
  const closed = await guarded({ signal: connection.signal });
  connection.abort();
  for (const { facts } of [cancelled, closed])
    await expect.poll(() => facts).toEqual({ ends: 1, arePagesReleased: true });
});
