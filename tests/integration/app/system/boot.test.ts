import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '@/server/stack/free-port';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';

const root = path.resolve(import.meta.dirname, '../../../..');
let world: AppWorld;

beforeAll(async () => {
  world = await startAppWorld();
});
afterAll(() => world.stop());

/**
 * Runs a program of the project, such as the app or the worker, with only the given environment variables. Returns its
 * exit code and output after it has ended.
 */
function run(
  program: string,
  env: Record<string, string>,
  nodeArgs: string[] = [],
): Promise<{ code: number | null; output: string }> {
  const own = {
    NODE_ENV: 'production' as const,
    PATH: process.env.PATH ?? '',
    TSX_TSCONFIG_PATH: path.join(root, 'tsconfig.node.json'),
  };
  return new Promise((resolve) => {
    const args = ['--import', 'tsx', ...nodeArgs, program];
    const child = execFile(
      process.execPath,
      args,
      { cwd: root, env: { ...own, ...env }, timeout: 55_000 },
      (_, out, err) => resolve({ code: child.exitCode, output: out + err }),
    );
  });
}

describe.each(['server/app.ts', 'lib/worker/main.ts'])('%s with an invalid environment', (program) => {
  it('S22: exits 1 and prints each variable with its fix, without a stack trace', async () => {
    const { APP_URL: _, ...rest } = world.appEnv;
    const { code, output } = await run(program, { ...rest, NEXTAUTH_SECRET: 'short-secret' });
    expect(code).toBe(1);
    expect(output).toContain('APP_URL: is not set');
    expect(output).toContain('NEXTAUTH_SECRET: must be at least 32 characters');
    expect(output).not.toContain('short-secret');
    expect(output).not.toMatch(/^ +at /m);
  });

  it('S2: refuses the sandbox in production', async () => {
    const { code, output } = await run(program, { ...world.appEnv, DAFTAR_MODE: 'production' });
    expect(code).toBe(1);
    for (const name of ['APP_URL', 'PLATFORM_API_URL', 'PLATFORM_ISSUER', 'PLATFORM_ADMIN_ORIGIN'])
      expect(output).toContain(`${name}: must be a public https address`);
  });
});

it('if its port is taken, the server prints the reason and what to set', async () => {
  const squatter = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => squatter.once('listening', resolve));
  const { port } = squatter.address() as AddressInfo;
  const { code, output } = await run('server/app.ts', { ...world.appEnv, PORT: String(port) });
  squatter.close();
  expect(code).toBe(1);
  expect(output).toMatch(
    new RegExp(`Port ${port} is taken by (pid ${process.pid}|another program).*set PORT`),
  );
});

/** A module that prints the port of each server that the process opens. */
const printListen = `data:text/javascript,import net from 'node:net';
  const { listen } = net.Server.prototype;
  net.Server.prototype.listen = function (...args) {
    console.log('listen', args[0]);
    return listen.apply(this, args);
  };`;

it('if its metrics port is taken, the app prints what to set, and never accepted a connection', async () => {
  const squatter = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => squatter.once('listening', resolve));
  const { port } = squatter.address() as AddressInfo;
  const appPort = await freePort();
  const env = { ...world.appEnv, PORT: String(appPort), METRICS_PORT: String(port) };
  const { code, output } = await run('server/app.ts', env, ['--import', printListen]);
  squatter.close();
  expect(code).toBe(1);
  expect(output).toContain(`METRICS_PORT ${port} cannot be opened: set another port`);
  // The app opens its port once to check that it is free, and closes it before it continues.
  expect(output.match(/^listen \d+/gm)).toEqual([`listen ${appPort}`, `listen ${port}`]);
});
