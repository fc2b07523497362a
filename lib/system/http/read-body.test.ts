import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import {
  type BodyLimits,
  type BodyOutcome,
  createBodyPool,
  readNodeBody,
  readWebBody,
} from '@/lib/system/http/read-body';

type Read = (chunks: Uint8Array[], limits: BodyLimits, ends?: boolean) => Promise<BodyOutcome>;

const streamed: Read = (chunks, limits, ends = true) => {
  const stream = new Readable({ read() {} });
  for (const chunk of chunks) stream.push(chunk);
  if (ends) stream.push(null);
  return readNodeBody(stream, limits);
};

/**
 * Makes a request body like the body of an IncomingMessage. All bytes of the body, including the last one, are
 * available immediately.
 */
const arrived: Read = (chunks, limits) => {
  const stream = new Readable({ read() {} });
  for (const chunk of chunks) stream.push(chunk);
  stream.push(null);
  return readNodeBody(Object.assign(stream, { complete: true }), limits);
};

const web: Read = (chunks, limits, ends = true) =>
  readWebBody(
    new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        if (ends) controller.close();
      },
    }),
    limits,
  );

describe.each<[string, Read]>([
  ['streamed', streamed],
  ['arrived', arrived],
  ['web', web],
])('a request body (%s)', (_, read) => {
  const chunks = [Buffer.from('ab'), Buffer.from([0xff, 0]), Buffer.from('c')];
  const limits = { bytesMax: 5, timeoutMs: 1_000 };

  it('is read byte for byte, up to its limit', async () => {
    expect(await read(chunks, limits)).toEqual(Buffer.concat(chunks));
    expect(await read([], limits)).toEqual(Buffer.alloc(0));
  });

  it('is not read further one byte above the limit', async () => {
    expect(await read(chunks, { ...limits, bytesMax: 4 })).toBe('too_large');
  });
});

it.each<[string, Read]>([
  ['streamed', streamed],
  ['web', web],
])('a request body (%s) is not read further when it does not end in time', async (_, read) => {
  expect(await read([Buffer.from('a')], { bytesMax: 5, timeoutMs: 20 }, false)).toBe('not_in_time');
});

it('reading a request body ends immediately when the connection is closed', async () => {
  const stream = new Readable({ read() {} });
  setTimeout(() => stream.destroy(new Error('reset')), 5);
  expect(await readNodeBody(stream, { bytesMax: 5, timeoutMs: 60_000 })).toBe('not_in_time');
  expect(await readNodeBody(stream, { bytesMax: 5, timeoutMs: 60_000 })).toBe('not_in_time');
});

it.each<[string, Read]>([
  ['streamed', streamed],
  ['web', web],
])(
  'S13: request bodies (%s) that arrive at the same time are refused when they are too large together',
  async (_, read) => {
    const limits = { bytesMax: 10, timeoutMs: 100, pool: createBodyPool(20) };
    const slow = [1, 2].map(() => read([Buffer.from('12345678')], limits, false));
    expect(await read([Buffer.from('12345')], limits)).toBe('overloaded');
    expect(await read([Buffer.from('1234')], limits)).toEqual(Buffer.from('1234'));
    expect(await Promise.all(slow)).toEqual(['not_in_time', 'not_in_time']);
    // When the slow bodies were refused, their bytes are free again.
    const full = await Promise.all([1, 2].map(() => read([Buffer.from('1234567890')], limits)));
    expect(full.map(String)).toEqual(['1234567890', '1234567890']);
  },
);
