import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startStack } from '@/tests/support/stack/stack';
import { clock, quantile } from './times';

/**
 * Measures how much an attack slows down other users of the same app process: the time under attack divided by the
 * calm time of the same measurement. It needs the production build, so run `next build` first.
 *
 *     npx tsx --tsconfig tsconfig.node.json tests/bench/attacks.ts [rounds]
 *
 * Goal: 60 requests at once with 480 junk session cookies each (or 3,000 tiny cookies) take at most twice as long as
 * 60 requests without cookies.
 */
const rounds = Number(process.argv[2] ?? 5);

const logs = await mkdtemp(path.join(os.tmpdir(), 'daftar-attacks-'));
const stack = await startStack(logs);
try {
  await compareCookies();
} finally {
  await stack.stop();
  await rm(logs, { recursive: true, force: true });
}

/**
 * Returns the time in milliseconds until the app has responded to 60 simultaneous requests that carry this cookie
 * header but no valid session.
 */
function burst(cookie: string | undefined): Promise<number> {
  const once = async () => {
    const response = await fetch(`${stack.appUrl}/api/i/inst_unknown/orders`, {
      headers: cookie === undefined ? {} : { cookie },
    });
    await response.arrayBuffer();
  };
  return clock(() => Promise.all(Array.from({ length: 60 }, once)));
}

async function compareCookies(): Promise<void> {
  // 480 junk session cookies are the most that fit, because Node refuses request headers of more than 16 KB.
  const junk = Array.from({ length: 480 }, (_, n) => `__Host-daftar.session.${n}=x`).join('; ');
  const tiny = Array.from({ length: 3_000 }, (_, n) => n.toString(36)).join(';');
  const kinds = { none: undefined, 'other cookies': `a=${'x'.repeat(junk.length - 2)}`, junk, tiny };
  const times = new Map<string, number[]>(Object.keys(kinds).map((kind) => [kind, []]));
  await burst(undefined);
  for (let round = 0; round < rounds; round += 1)
    for (const [kind, cookie] of Object.entries(kinds)) times.get(kind)?.push(await burst(cookie));
  const median = (kind: string) => quantile(times.get(kind) ?? [], 0.5);
  for (const kind of times.keys())
    process.stdout.write(
      `60 requests at once, cookies: ${kind.padEnd(14)}${median(kind).toFixed(0).padStart(6)} ms, ` +
        `${(median(kind) / median('none')).toFixed(1)} times\n`,
    );
}
