import { describe, expect, it } from 'vitest';
import { textStream } from '@/lib/shared/sheets/text-stream';

describe('a text stream', () => {
  it('has all texts in their sequence, without empty ones, and at most one text waits to be read', async () => {
    const made: string[] = [];
    const texts = textsOf(['', 'سلمى', '', 'two', '', 'three', 'four'], made);
    const stream = await textStream(texts, new AbortController().signal);
    const reader = stream.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('سلمى');
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('two');
    expect(made).not.toContain('four');
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('three');
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('four');
    expect(await reader.read()).toMatchObject({ done: true });
  });

  it('fails if a later text cannot be made, so that the client sees that the file is incomplete', async () => {
    const stream = await textStream(textsOf(['one', new Error('lost')]), new AbortController().signal);
    await expect(new Response(stream).text()).rejects.toThrow('lost');
  });

  it('makes no more texts after the client has stopped reading', async () => {
    const made: string[] = [];
    const stopped = new AbortController();
    const stream = await textStream(textsOf(['one', 'two', 'three'], made), stopped.signal);
    const reader = stream.getReader();
    await reader.read();
    stopped.abort(new Error('gone'));
    await expect(reader.read().then(() => reader.read())).rejects.toThrow('gone');
    expect(made).not.toContain('three');
    const cancelled = await textStream(textsOf(['four', 'five', 'six'], made), new AbortController().signal);
    await cancelled.cancel();
    expect(made).not.toContain('six');
  });
});

async function* textsOf(
  texts: (string | Error)[],
  made: string[] = [],
): AsyncGenerator<string, void, unknown> {
  for (const text of texts) {
    if (text instanceof Error) throw text;
    made.push(text);
    yield await Promise.resolve(text);
  }
}
