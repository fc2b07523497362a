import path from 'node:path';
import { type Child, startChild } from '@/server/stack/child';
import type { AppWorld } from '@/tests/support/integration/app-world';
import { locateProgram } from './programs';
import { testLogs } from './test-logs';

/** Starts the worker as a separate process. With `crashPoint`, the worker dies at that point by SIGKILL. */
export function startWorkerProcess(world: AppWorld, crashPoint?: string): Child {
  const { flags, file } = locateProgram('lib/worker/main.ts');
  return startChild({
    name: 'worker',
    flags,
    args: [file],
    env: { ...world.appEnv, CRASH_POINT: crashPoint },
    logFile: path.join(testLogs, `worker-${process.pid}-${crashPoint ?? 'whole'}.log`),
  });
}
