import { afterEach, expect, it, vi } from 'vitest';
import { log } from '@/lib/system/log';
import { onShutdown } from '@/lib/system/process/on-shutdown';

vi.mock('@/lib/system/env', () => ({ env: () => ({}) }));

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('if running work does not end in time, a log line says so before the process exits with code 1', () => {
  vi.useFakeTimers();
  const steps: unknown[] = [];
  let signal = (_: string) => {};
  const on = (name: string, listener: typeof signal) => {
    if (name === 'SIGTERM') signal = listener;
    return process;
  };
  vi.spyOn(process, 'on').mockImplementation(on as never);
  vi.spyOn(process, 'exit').mockImplementation((code) => steps.push(code) as never);
  vi.spyOn(log, 'error').mockImplementation((message: unknown) => void steps.push(message));
  onShutdown(() => new Promise(() => {}), 3);
  signal('SIGTERM');
  vi.advanceTimersByTime(22_999);
  expect(steps).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(steps).toEqual([expect.stringContaining('running work did not end in time'), 1]);
});
