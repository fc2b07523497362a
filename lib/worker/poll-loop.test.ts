import { expect, it } from 'vitest';
import { startPollLoop } from '@/lib/worker/poll-loop';
import { workerPaths } from '@/lib/worker/worker-paths.server';

it('while a call of `work` does not end, /live responds with 503 and the name of the loop', async () => {
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
