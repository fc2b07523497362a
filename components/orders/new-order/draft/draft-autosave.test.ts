import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { NewOrderDraft } from '@/lib/orders/new-order/new-order-draft';
import { createDraftAutosave } from './draft-autosave';
import type { SaveDraftOutcome, ServerDraftState } from './server-draft';

beforeEach(() => {
  vi.useFakeTimers();
  const target = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('document', { ...target, visibilityState: 'visible' });
  vi.stubGlobal('window', target);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Types once, waits a minute, types again, and returns the numbers of saves after each and the last state. */
async function typeTwice(outcome: SaveDraftOutcome) {
  const save = vi.fn(() => Promise.resolve(outcome));
  let state: ServerDraftState = { code: 'none' };
  const autosave = createDraftAutosave({
    installId: 'inst_1',
    draftStore: { save, remove: () => Promise.resolve() },
    currentDraft: () => null,
    replaceDraft: () => undefined,
    setState: (next) => (state = next),
    read: () => ({}) as NewOrderDraft,
  });
  autosave.touch();
  await vi.advanceTimersByTimeAsync(60_000);
  const first = save.mock.calls.length;
  autosave.touch();
  await vi.advanceTimersByTimeAsync(1_000);
  autosave.stop();
  return { saves: [first, save.mock.calls.length], state };
}

it.each(['too_many', 'no_right', 'invalid'] as const)(
  'a draft that the server refuses is sent again only after the user has typed more: %s',
  async (code) => {
    expect(await typeTwice({ code })).toEqual({ saves: [1, 2], state: { code } });
  },
);

it('a draft that could not be saved for a while is sent every ten seconds', async () => {
  const { saves, state } = await typeTwice({ code: 'signed_out' });
  expect(saves[0]).toBeGreaterThan(5);
  expect(state).toEqual({ code: 'unsaved' });
});
