import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findClientProgram } from './find-client-program';

let root: string;

beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'daftar-psql-'));
  for (const folder of ['path', 'debian/9/bin', 'debian/15/bin', 'not-executable']) {
    await mkdir(path.join(root, folder), { recursive: true });
    const mode = folder === 'not-executable' ? 0o644 : 0o755;
    await writeFile(path.join(root, folder, 'psql'), '', { mode });
  }
});
afterAll(() => rm(root, { recursive: true }));

const at = (...parts: string[]) => path.join(root, ...parts);

it('findClientProgram prefers the psql on the search path', async () => {
  const searchPath = [at('not-executable'), at('path')].join(path.delimiter);
  expect(await findClientProgram('psql', searchPath, at('debian'))).toBe(at('path', 'psql'));
});

it('without psql on the search path, findClientProgram returns the newest installed version', async () => {
  expect(await findClientProgram('psql', '', at('debian'))).toBe(at('debian', '15', 'bin', 'psql'));
});

it('on a machine without psql, findClientProgram returns undefined', async () => {
  expect(await findClientProgram('psql', at('not-executable'), at('nowhere'))).toBeUndefined();
});
