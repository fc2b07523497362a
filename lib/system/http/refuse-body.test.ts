import { expect, it } from 'vitest';
import { createBodyPool } from '@/lib/system/http/read-body';
import { refuseBody } from '@/lib/system/http/refuse-body';

const limits = { bytesMax: 10, timeoutMs: 200, pool: createBodyPool(100) };
const tooLarge = { status: 413, code: 'payload_too_large' };
const overloaded = { status: 503, code: 'overloaded' };

/** Makes a body of the given bytes. `ends` is false for a client that does not send the last byte. */
const bodyOf = (bytes: number, ends = true) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array(bytes));
      if (ends) controller.close();
    },
  });
const sized = (bytes: number) => ({
  headers: new Headers({ 'content-length': String(bytes) }),
  body: bodyOf(bytes),
});
const chunked = (bytes: number, ends = true) => ({ headers: new Headers(), body: bodyOf(bytes, ends) });

it('a body is refused above its limit, with and without a length', async () => {
  for (const make of [sized, chunked]) {
    expect(await refuseBody(make(10), limits, false)).toBeNull();
    expect(await refuseBody(make(11), limits, false)).toEqual(tooLarge);
  }
});

it('S13: a body is refused while the arriving bodies are too large together', async () => {
  const pool = createBodyPool(5);
  expect(await refuseBody(chunked(6), { ...limits, pool }, false)).toEqual(overloaded);
});

it('S13: at most four large bodies without a length are counted at the same time', async () => {
  const slow = Array.from({ length: 4 }, () => refuseBody(chunked(1, false), limits, true));
  expect(await refuseBody(chunked(1), limits, true)).toEqual(overloaded);
  expect(await refuseBody(sized(1), limits, true)).toBeNull();
  expect(await refuseBody(chunked(1), limits, false)).toBeNull();
  await Promise.all(slow);
  expect(await refuseBody(chunked(1), limits, true)).toBeNull();
});
