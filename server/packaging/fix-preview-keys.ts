import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** The files of a build that contain the keys of Next's preview mode. */
const files = ['prerender-manifest.json', 'server/preview-props.json'];
const PreviewKeys = z.record(z.string(), z.string().regex(/^[0-9a-f]{32,64}$/));

/**
 * Replaces the random keys of Next's preview mode in a build, so that two builds of the same commit are equal. The app
 * does not use the preview mode. The new keys are derived from `secret`, so each deployment has its own keys.
 *
 * Throws if Next stores the keys in an unexpected form.
 *
 * @param dir the folder of the build, `.next`
 */
export async function fixPreviewKeys(dir: string, secret: string): Promise<void> {
  const random = PreviewKeys.parse(
    JSON.parse(await readFile(path.join(dir, 'server/preview-props.json'), 'utf8')),
  );
  for (const file of files) {
    let text = await readFile(path.join(dir, file), 'utf8');
    for (const [name, key] of Object.entries(random)) {
      if (!text.includes(key)) throw new Error(`${file} of the build has no ${name}.`);
      const derived = createHash('sha256').update(`${name}\0${secret}`).digest('hex');
      text = text.replaceAll(key, derived.slice(0, key.length));
    }
    await writeFile(path.join(dir, file), text);
  }
}
