import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readCredentials } from '@/server/postgres/credentials';

it('many first starts at the same time get the same passwords, and leave one file', async () => {
  for (let round = 0; round < 20; round++) {
    const home = await mkdtemp(path.join(os.tmpdir(), 'daftar-credentials-'));
    try {
      const all = await Promise.all(Array.from({ length: 20 }, () => readCredentials(home)));
      expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
      expect(await readdir(home)).toEqual(['credentials.json']);
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  }
});
