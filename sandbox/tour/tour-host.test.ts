import { expect, it } from 'vitest';
import { type AppState, answerTour, tourHostOf, type TourHost } from './tour-host';

type Listener = (message: unknown) => void;

const state: AppState = { pid: 7, status: 'active', operations: [], inbox: [], marks: [], orders: [] };

/** Connects the two sides of the IPC channel, as Node does for a sandbox and its parent. */
function connect(host: TourHost) {
  const listeners: Record<'parent' | 'sandbox', Listener[]> = { parent: [], sandbox: [] };
  const side = (own: 'parent' | 'sandbox', other: 'parent' | 'sandbox') => ({
    connected: true,
    on: (_: string, listener: Listener) => listeners[own].push(listener),
    send: (message: unknown) => {
      for (const listener of listeners[other]) listener(JSON.parse(JSON.stringify(message)));
      return true;
    },
  });
  answerTour(side('parent', 'sandbox') as never, host);
  return tourHostOf(side('sandbox', 'parent') as never);
}

it('the sandbox gets the answer to each of its questions, in any sequence', async () => {
  const asked: string[] = [];
  let end: (value: { pid: number }) => void = () => undefined;
  const host = connect({
    killApp: () => new Promise((resolve) => (end = resolve)),
    look: async (install) => {
      asked.push(install);
      return state;
    },
  });
  const killed = host?.killApp();
  expect(await host?.look('inst_1')).toEqual(state);
  end({ pid: 7 });
  expect(await killed).toEqual({ pid: 7 });
  expect(asked).toEqual(['inst_1']);
});

it('a question that the parent cannot answer is rejected', async () => {
  const host = connect({
    killApp: () => Promise.reject(new Error('the app was not started')),
    look: () => Promise.resolve(state),
  });
  await expect(host?.killApp()).rejects.toThrow('the app was not started');
});

it('a process without an IPC channel has no host', () => {
  expect(tourHostOf({ on: process.on.bind(process), send: undefined } as never)).toBeNull();
});
