import { expect, it } from 'vitest';
import { findRefusalsInTurn } from './find-refusals-in-turn.server';

type Context = Parameters<typeof findRefusalsInTurn>[0];

/** Returns the context of an install, and a function that ends its transactions. Until then, no transaction ends. */
function heldInstall(installId: string) {
  let end = () => {};
  let running = 0;
  const held = new Promise<void>((resolve) => (end = resolve));
  const transaction = async () => {
    running += 1;
    await held;
    running -= 1;
    return { orders: [], unknown: 0 };
  };
  const context = { installId, role: 'owner', scopes: new Set(['orders:read']), db: { transaction } };
  return { context: context as unknown as Context, end: () => end(), running: () => running };
}

it('S13: the checks of one install run one after another, a check behind 20 waiting ones is not done, and another install does not wait', async () => {
  const [one, other] = [heldInstall('inst_1'), heldInstall('inst_2')];
  const checks = Array.from({ length: 21 }, () => findRefusalsInTurn(one.context, ['ord_1']));
  expect(await findRefusalsInTurn(one.context, ['ord_1'])).toBe('busy');
  expect(one.running()).toBe(1);
  const ofOther = findRefusalsInTurn(other.context, ['ord_1']);
  other.end();
  expect(await ofOther).toEqual({ orders: [], unknown: 0 });
  one.end();
  expect(await Promise.all(checks)).toEqual(checks.map(() => ({ orders: [], unknown: 0 })));
});
