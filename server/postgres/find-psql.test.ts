import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findPsql } from './find-psql';

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

it('findPsql prefers the psql on the search path', async () => {
  const searchPath = [at('not-executable'), at('path')].join(path.delimiter);
  expect(await findPsql(searchPath, at('debian'))).toBe(at('path', 'psql'));
});

it('without psql on the search path, findPsql returns the newest installed version', async () => {
  expect(await findPsql('', at('debian'))).toBe(at('debian', '15', 'bin', 'psql'));
});

it('on a machine without psql, findPsql returns undefined', async () => {
  expect(await findPsql(at('not-executable'), at('nowhere'))).toBeUndefined();
});
