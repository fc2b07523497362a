import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { processStart } from './process-start';
import { announceStack, findRunningStack, releaseStack, reserveStack } from './running-stack';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'daftar-stack-'));
  file = path.join(folder, 'dev/running.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const urls = { appUrl: 'http://localhost:3000', sandboxUrl: 'http://127.0.0.1:4000' };
const own = { name: 'dev', pid: process.pid, ...urls } as const;
const other = { name: 'dev', pid: process.ppid, ...urls } as const;
const find = () => findRunningStack(['dev'], () => file);

/** Returns the id of a process that has ended. */
async function endedPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid ?? 0;
}

test('a second start of a stack gets the process of the first, even if the first has not started its database yet', async () => {
  expect(await reserveStack(other, file)).toBeUndefined();
  expect(await reserveStack(own, file)).toMatchObject(other);
  expect(readdirSync(path.dirname(file))).toEqual(['running.json']);
});

test('of several starts at the same time, one reserves the stack', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => reserveStack(own, file)));
  expect(answers.filter((answer) => answer === undefined)).toHaveLength(1);
});

test('the file of a killed process is replaced by one of several starts at the same time', async () => {
  await reserveStack({ ...own, pid: await endedPid() }, file);
  const answers = await Promise.all(Array.from({ length: 8 }, () => reserveStack(own, file)));
  expect(answers.filter((answer) => answer === undefined)).toHaveLength(1);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject(own);
});

test('a process that got the id of a killed supervisor does not count as the stack', async () => {
  await announceStack({ ...other, env: {} }, file);
  expect(await find()).toMatchObject(other);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(text), processStart: 'another start' }));
  expect(await find()).toBeUndefined();
  expect(await reserveStack(own, file)).toBeUndefined();
});

test('other commands find a stack when it is complete, and no longer after its end', async () => {
  await reserveStack(own, file);
  expect(await find()).toBeUndefined();
  await announceStack({ ...own, env: { PORT: '3000' } }, file);
  expect(await find()).toMatchObject({ ...own, env: { PORT: '3000' } });
  await releaseStack('dev', file);
  expect(await find()).toBeUndefined();
  expect(await reserveStack(own, file)).toBeUndefined();
});

test('an unreadable file of a stack is replaced', async () => {
  await reserveStack(own, file);
  writeFileSync(file, '{"name": "dev"');
  expect(await reserveStack(own, file)).toBeUndefined();
});

test('the start of a process is the same at each call, and differs for a process that began later', async () => {
  expect(await processStart(process.pid)).toBe(await processStart(process.pid));
  expect(await processStart(process.pid)).not.toBe(await processStart(process.ppid));
  expect(await processStart(await endedPid())).toBeNull();
});
