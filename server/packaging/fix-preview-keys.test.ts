import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { fixPreviewKeys } from './fix-preview-keys';

/**
 * Writes the two files of a build with random keys, as Next does, and replaces the keys by fixPreviewKeys. Returns the
 * new texts of the files.
 */
async function fixedBuild(secret: string): Promise<string[]> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'daftar-preview-'));
  const files = ['prerender-manifest.json', 'server/preview-props.json'].map((file) => path.join(dir, file));
  const keys = {
    previewModeId: randomBytes(16).toString('hex'),
    previewModeSigningKey: randomBytes(32).toString('hex'),
    previewModeEncryptionKey: randomBytes(32).toString('hex'),
  };
  try {
    await mkdir(path.join(dir, 'server'));
    await writeFile(files[0] ?? '', JSON.stringify({ version: 4, preview: keys }));
    await writeFile(files[1] ?? '', JSON.stringify(keys));
    await fixPreviewKeys(dir, secret);
    return await Promise.all(files.map((file) => readFile(file, 'utf8')));
  } finally {
    await rm(dir, { recursive: true });
  }
}

it('two builds with the same secret have the same preview keys, and with another secret other ones', async () => {
  const one = await fixedBuild('secret');
  expect(await fixedBuild('secret')).toEqual(one);
  const hex = /[0-9a-f]{32,}/g;
  const other = new Set((await fixedBuild('another')).flatMap((text) => text.match(hex) ?? []));
  expect(other.size).toBe(3);
  expect(one.flatMap((text) => text.match(hex) ?? []).filter((key) => other.has(key))).toEqual([]);
});
