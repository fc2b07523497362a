import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishStaticFiles, purgeStaticFiles } from '@/lib/system/static-files';
import { serveStaticFiles } from '@/server/http/serve-static-files';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';

let world: AppWorld;
let folder: string;
const servers: Server[] = [];

beforeAll(async () => {
  world = await startAppWorld({ appLogin: true });
  folder = await mkdtemp(path.join(tmpdir(), 'static-files-'));
});
afterAll(async () => {
  for (const server of servers) server.close();
  await rm(folder, { recursive: true });
  await world.stop();
});

/**
 * Writes the files of a build and starts a server that serves them. If `serveStaticFiles` does not respond to a
 * request, the server responds with the text "Next".
 */
async function startBuild(name: string, files: Record<string, Buffer | string>): Promise<string> {
  for (const [file, body] of Object.entries(files)) {
    const place = path.join(folder, name, 'static', file);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, body);
  }
  const serve = await serveStaticFiles(path.join(folder, name));
  const server = createServer((request, response) => {
    if (!serve(request, response)) response.end('Next');
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/_next/static/`;
}

it('D12: each of two builds serves the files of the other, and leaves its own files to Next', async () => {
  const font = Buffer.from([0, 255, 1, 92, 120, 39]);
  const first = await startBuild('first', {
    'chunks/a1.js': 'first()',
    'media/f.p.1.woff2': font,
    'texts/0123456789abcdef.json': '{"title":"الطلبات"}',
  });
  const second = await startBuild('second', { 'chunks/b2.js': 'second()', 'media/f.p.1.woff2': font });
  const script = await fetch(`${first}chunks/b2.js?dpl=1`);
  expect([script.status, await script.text()]).toEqual([200, 'second()']);
  expect(Object.fromEntries(script.headers)).toMatchObject({
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  expect(await (await fetch(`${second}chunks/a1.js`)).text()).toBe('first()');
  const texts = await fetch(`${second}texts/0123456789abcdef.json`);
  expect(await texts.json()).toEqual({ title: 'الطلبات' });
  expect(Object.fromEntries(texts.headers)).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(await (await fetch(`${second}chunks/b2.js`)).text()).toBe('Next');

  const third = await startBuild('third', { 'chunks/c3.js': 'third()' });
  expect(Buffer.from(await (await fetch(`${third}media/f.p.1.woff2`)).arrayBuffer())).toEqual(font);
  expect((await fetch(`${third}chunks/d4.js`)).status).toBe(404);
  // The path has more folders than the path of any built file. So the app does not search the database for the file and
  // passes the request to Next.
  expect(await (await fetch(`${third}${'a/'.repeat(9)}x.js`)).text()).toBe('Next');
});

it('D12: files of a build that no process has used for a week are deleted, and those of a running build are not', async () => {
  await startBuild('old', { 'chunks/old.js': 'old()' });
  await startBuild('running', { 'chunks/running.js': 'running()' });
  await world.system(`UPDATE static_files SET used_at = now() - interval '8 days'`);
  await publishStaticFiles(path.join(folder, 'running', 'static'), ['chunks/running.js']);
  expect(await purgeStaticFiles()).toBeGreaterThan(0);
  const left = await world.system('SELECT path FROM static_files');
  expect(left).toEqual([{ path: 'chunks/running.js' }]);
});
