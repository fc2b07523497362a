import { expect, it } from 'vitest';
import { startPollLoop } from '@/lib/worker/poll-loop';
import { workerPaths } from '@/lib/worker/worker-paths.server';

it('a loop whose turn never ends makes /live answer 503 and name it, until the turn ends', async () => {
  let end: (more: boolean) => void = () => undefined;
  const turn = new Promise<boolean>((resolve) => {
    end = resolve;
  });
  const loop = startPollLoop({ name: 'inbox', intervalMs: 0, turnMaxMs: 0, work: () => turn });
  const idle = startPollLoop({ name: 'quotes', intervalMs: 60_000, work: async () => false });
  const paths = workerPaths(
    {
      hangingLoops: () =>
        Object.entries({ loop, idle }).flatMap(([name, one]) => (one.isHanging() ? [name] : [])),
    },
    () => false,
  );
  await expect.poll(() => paths['/live']?.()).toMatchObject({ status: 503, body: 'loop loop hangs\n' });
  end(false);
  await Promise.all([loop.stop(), idle.stop()]);
  expect(idle.isHanging()).toBe(false);
});
