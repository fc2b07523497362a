import { dispatchOfflineChange, OfflineProvider } from 'next/dist/client/components/use-offline';
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useOperation } from './use-operation';

type Hook = ReturnType<typeof useOperation<{ amount: number }, { code: string }>>;

// The form of this test renders nothing, so React needs only a few browser objects. The test replaces them with simple
// fakes.
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('window', { HTMLIFrameElement: class {} });
});
afterEach(() => vi.unstubAllGlobals());

/**
 * Presses the button of a form once for each code in `codes`. The code is the outcome of the press. Returns the
 * operation ids of the presses, and for each press whether its outcome is unknown. `last` is the outcome after the last
 * press, and `isSending` is true if the hook is still sending then. `isOffline`: the browser has no connection.
 */
async function pressEach(codes: string[], isOffline = false) {
  const ids: string[] = [];
  const isUnknown: boolean[] = [];
  let hook: Hook | undefined;
  function Form() {
    hook = useOperation<{ amount: number }, { code: string }>({
      action: ({ operationId }) => {
        ids.push(operationId);
        return Promise.resolve({ code: codes[ids.length - 1] ?? '' });
      },
      target: { installId: 'inst_1' },
      onOutcome: () => undefined,
    });
    return null;
  }
  const listening = { addEventListener: () => undefined };
  const container = {
    ...listening,
    nodeType: 1,
    nodeName: 'DIV',
    tagName: 'DIV',
    ownerDocument: { ...listening, nodeType: 9 },
  };
  const root = createRoot(container as unknown as Element);
  // Next renders its pages in this provider.
  await act(async () => root.render(createElement(OfflineProvider, null, createElement(Form))));
  if (isOffline) await act(async () => dispatchOfflineChange(true));
  for (const _ of codes) {
    await act(async () => hook?.send({ amount: 1 }));
    isUnknown.push(hook?.isOutcomeUnknown ?? false);
  }
  const last = hook?.outcome?.code;
  const isSending = hook?.sending;
  await act(async () => root.unmount());
  return { ids, isUnknown, last, isSending };
}

describe('the operation id of a form', () => {
  it.each(['succeeded', 'refused', 'needs_review', 'operation_reused', 'missing_scope'])(
    'is a new one after %s, so the next press is another write',
    async (code) => {
      const { ids } = await pressEach([code, code]);
      expect(new Set(ids).size).toBe(2);
    },
  );

  it.each(['no_right', 'signed_out', 'reconnect', 'busy'])(
    'stays the same after %s, and an unknown outcome stays unknown, so the next press is the same write',
    async (code) => {
      const { ids, isUnknown } = await pressEach(['unconfirmed', code, 'succeeded', 'succeeded']);
      expect(isUnknown).toEqual([true, true, false, false]);
      expect(new Set(ids.slice(0, 3)).size).toBe(1);
      expect(ids[3]).not.toBe(ids[0]);
    },
  );

  it('stays the same if the access was refused before anything was recorded, and nothing is unknown', async () => {
    const { ids, isUnknown } = await pressEach(['no_right', 'succeeded']);
    expect(isUnknown).toEqual([false, false]);
    expect(new Set(ids).size).toBe(1);
  });
});

it('a press without a connection sends nothing: it ends as not sent, and the button is no longer sending', async () => {
  expect(await pressEach(['succeeded'], true)).toEqual({
    ids: [],
    isUnknown: [false],
    last: 'not_sent',
    isSending: false,
  });
});
