import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { type Attack, attackNames, attacks } from './attack-kinds';

/**
 * A program that runs one attack at its rate. The attack runs in a separate process, so that it does not slow down the
 * measuring client, and so that its CPU time can be read. The only command-line argument is the options as JSON. When
 * the attack ends, the program prints the number of responses by status, and its CPU time in milliseconds.
 */
const Options = z.object({
  name: z.literal(attackNames),
  seconds: z.number(),
  /** The time of the first request, as a Unix time in milliseconds. If omitted, the attack starts at once. */
  startsAtMs: z.number().optional(),
  target: z.object({
    appUrl: z.string(),
    installId: InstallId,
    storeId: z.string(),
    cookie: z.string(),
    matchAction: z.string(),
  }),
});

const { name, seconds, startsAtMs, target } = Options.parse(JSON.parse(process.argv[2] ?? ''));
const attack: Attack = attacks[name];
const answers = new Map<string, number>();
const untilStartMs = (startsAtMs ?? Date.now()) - Date.now();
if (untilStartMs < 0) throw new Error('the program of the attack took too long to start');
await sleep(untilStartMs);
const untilMs = performance.now() + seconds * 1_000;
let count = 0;
for (let due = performance.now(); due < untilMs; due += 1_000 / attack.perSecond) {
  await sleep(Math.max(0, due - performance.now()));
  void note(attack.send(target, count));
  count += 1;
}
const { user, system } = process.cpuUsage();
process.stdout.write(
  JSON.stringify({ sent: count, answers: Object.fromEntries(answers), cpuMs: (user + system) / 1_000 }),
);
// When the attacking program exits, it aborts the requests that have no response yet.
process.exit();

async function note(answer: Promise<number | string>): Promise<void> {
  const status = String(await answer.catch(() => 'connection lost'));
  answers.set(status, (answers.get(status) ?? 0) + 1);
}
