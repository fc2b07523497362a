import { spawn } from 'node:child_process';
import path from 'node:path';
import { z } from 'zod';

/** A webhook receiver to measure: its URL and the process that serves it. */
export type Target = { name: string; url: string; pid: number; stop(): Promise<unknown> };

/**
 * Result of the load generator: requests per second, and p50 and p99 in milliseconds. srv_us is the server's
 * CPU time in microseconds per delivery; other load on the machine does not change it much.
 */
export type Result = { rps: number; p50: number; p99: number; srv_us: number };

const root = path.resolve(import.meta.dirname, '../..');

/** Folder of the load generator and of the reference receivers. */
export const reference = path.join(root, 'tests/bench/reference');

/** The signing secret and the install id that tests/bench/reference/loadgen.mjs uses by default. */
export const loadSecret = 'whsec_bench';
export const loadInstallId = 'inst_0000';

const Load = z.object({
  rps: z.number(),
  p50: z.number(),
  p99: z.number(),
  srv_us: z.number(),
  non2xx: z.number(),
  errors: z.number(),
});

/**
 * Sends valid deliveries over `conc` connections for `seconds`. Throws an error if a response has a status other than
 * 2xx.
 */
export async function load({ name, url, pid }: Target, conc: number, seconds: number): Promise<Result> {
  const args = {
    url,
    conc,
    duration: seconds,
    warmup: 1,
    secret: loadSecret,
    pid,
    max: 25_000 * (seconds + 1),
  };
  const output = await runNode([
    path.join(reference, 'loadgen.mjs'),
    ...Object.entries(args).flatMap(([key, value]) => [`--${key}`, String(value)]),
  ]);
  const { non2xx, errors, ...result } = Load.parse(JSON.parse(output));
  if (non2xx + errors > 0) throw new Error(`${name} refused ${non2xx} and lost ${errors}: ${output}`);
  return result;
}

/** Runs a Node program with the given arguments and returns its standard output. */
export function runNode(args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (data) => {
      output += String(data);
    });
    child.once('exit', (code) => (code === 0 ? resolve(output) : reject(new Error(`ended with ${code}`))));
  });
}

/**
 * Returns a quantile of the values: the value below which the given share of all values lies. The share is from 0 to 1.
 */
export function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN;
}
