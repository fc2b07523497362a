import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startChild } from './child';
import { freePort, isPortFree } from './free-port';
import { isAlive } from './is-alive';
import { portHolder } from './port-holder';

const dir = mkdtempSync(path.join(os.tmpdir(), 'daftar-child-'));
afterAll(() => rmSync(dir, { recursive: true }));

const logFile = path.join(dir, 'child.log');
const start = (code: string, readyTimeoutMs = 30_000) =>
  startChild({ name: 'probe', args: ['-e', code], env: { GREETING: 'hello' }, logFile, readyTimeoutMs });
const stay = 'setInterval(() => {}, 1000);';

test('a child is ready after its ready line, receives its variables and writes its output to the log', async () => {
  const child = start(`console.log(process.env.GREETING); console.log('ready probe http://here'); ${stay}`);
  expect(await child.ready).toBe('http://here');
  expect(child.lastLines()).toEqual(['hello', 'ready probe http://here']);
  expect(await child.stop()).toEqual({ code: null, signal: 'SIGTERM' });
  expect(isAlive(child.pid)).toBe(false);
  await expect.poll(() => readFileSync(logFile, 'utf8')).toBe('hello\nready probe http://here\n');
});

test('a program that ends before it is ready rejects with its exit code and its last lines', async () => {
  const child = start(`console.error('no such port'); process.exit(3);`);
  await expect(child.ready).rejects.toThrow(
    /probe ended before it was ready \(exit code 3\)\n {2}no such port/,
  );
});

test('a program that never becomes ready is rejected after the time limit', async () => {
  const child = start(`console.log('ready another'); ${stay}`, 1_000);
  await expect(child.ready).rejects.toThrow('probe was not ready after 1000 ms');
  await child.stop();
});

test('a program that ignores SIGTERM is killed', { timeout: 20_000 }, async () => {
  const child = start(`process.on('SIGTERM', () => {}); console.log('ready probe'); ${stay}`);
  await child.ready;
  expect(await child.stop()).toEqual({ code: null, signal: 'SIGKILL' });
});

test('a watched program that ignores SIGTERM is killed together with its watcher', {
  timeout: 60_000,
}, async () => {
  const file = path.join(dir, 'ignores.ts');
  writeFileSync(file, `process.on('SIGTERM', () => {}); console.log('ready probe ' + process.pid); ${stay}`);
  const child = startChild({ name: 'probe', args: [file], env: {}, logFile, watch: true });
  const programPid = Number(await child.ready);
  await child.stop();
  await expect.poll(() => isAlive(programPid), { timeout: 10_000 }).toBe(false);
});

test('a program ends when its stdin closes because its parent has ended', async () => {
  const program = `process.stdin.on('end', () => process.exit(0)).resume(); console.log('ready inner ' + process.pid); ${stay}`;
  const parent = start(`
    const { startChild } = await import('./server/stack/child.ts');
    const inner = startChild({ name: 'inner', args: ['-e', ${JSON.stringify(program)}], env: {}, logFile: ${JSON.stringify(`${logFile}.inner`)} });
    console.log('ready probe ' + (await inner.ready));
    ${stay}`);
  const innerPid = Number(await parent.ready);
  expect(isAlive(innerPid)).toBe(true);
  await parent.kill();
  await expect.poll(() => isAlive(innerPid), { timeout: 5_000 }).toBe(false);
});

test('a watched program that does not compile reports its file and line, and starts after it is repaired', {
  timeout: 120_000,
}, async () => {
  const file = path.join(dir, 'watched.ts');
  writeFileSync(file, "console.log('first');\nconst broken = ;\n");
  const lines: string[] = [];
  const onLine = (line: string) => void lines.push(line);
  const child = startChild({ name: 'probe', args: [file], env: {}, logFile, watch: true, onLine });
  try {
    await expect.poll(() => lines.join('\n'), { timeout: 30_000 }).toContain(`${file}:2:15`);
    // The watcher begins to watch a file some time after it has read the file, so it can miss the first write. The file
    // is therefore written again at each poll.
    await expect
      .poll(
        () => {
          writeFileSync(file, `console.log('ready probe'); ${stay}`);
          return lines;
        },
        { timeout: 50_000, interval: 10_000 },
      )
      .toContain('ready probe');
    await child.ready;
  } finally {
    await child.stop();
  }
});

test('a port in use is detected, and on Linux also the program that holds it', async () => {
  const port = await freePort();
  expect(await isPortFree(port)).toBe(true);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  expect(await isPortFree(port)).toBe(false);
  expect(await freePort(port)).not.toBe(port);
  if (process.platform === 'linux')
    expect(await portHolder(port)).toMatch(new RegExp(`^pid ${process.pid}: `));
  server.close();
});
