import { closeDb } from '@/lib/system/db';
import { env } from '@/lib/system/env';
import { customerIndexes } from '@/lib/system/keys/customer-columns';
import { setService } from '@/lib/system/process/process-facts';
import { rotateDataKeys } from '@/lib/system/keys/rotate-data-keys';
import { countDataKeys, rotateRing } from '@/lib/system/keys/rotate-ring';
import { chooseEnvironment } from '@/server/stack/choose-environment';
import { findRunningStack } from '@/server/stack/running-stack';

/**
 * Implements `npm run keys:rotate`: encrypts the data keys of all installs with the first key of ENCRYPTION_KEYS, and
 * prints which keys of that list may be removed. With `--data-keys`, it first creates a new data key for every install
 * (docs/operating.md, Keys). The command may run while the app runs, and may be repeated if it was killed. It exits
 * with code 1 if the database still needs a key that is not in ENCRYPTION_KEYS. If such a key is missing, `--data-keys`
 * replaces data keys only together with `--ignore-keys`.
 */
async function main(): Promise<void> {
  setService('keys');
  const chosen = chooseEnvironment(process.env, await findRunningStack());
  if (!chosen) throw new Error('Nothing to rotate: set the variables of .env.example.');
  Object.assign(process.env, chosen.variables);
  try {
    const ring = env().ENCRYPTION_KEYS.map(({ id }) => id);
    if (process.argv.includes('--data-keys')) await replaceDataKeys();
    const { changed, unreadable } = await rotateRing();
    console.log(`${changed} data keys encrypted with ${ring[0]}, ${unreadable} unreadable`);
    const counts = new Map((await countDataKeys()).map(({ id, count }) => [id, count]));
    for (const id of ring.slice(1))
      console.log(
        counts.has(id)
          ? `${id} is still needed by ${counts.get(id)} data keys: run npm run keys:rotate again`
          : `${id} may be removed from ENCRYPTION_KEYS`,
      );
    for (const [id, count] of counts)
      if (!ring.includes(id)) {
        console.log(`${count} data keys need ${id}, which ENCRYPTION_KEYS does not have`);
        process.exitCode = 1;
      }
  } finally {
    await closeDb();
  }
}

async function replaceDataKeys(): Promise<void> {
  console.log('Replacing the data keys; the processes learn the new keys within 40 s');
  const startedAt = performance.now();
  const { installs, changed, unreadable, kept, resumed } = await rotateDataKeys({
    indexes: customerIndexes,
    ignoresKeys: process.argv.includes('--ignore-keys'),
    onProgress: ({ installId, changed: count }) =>
      void (count > 0 && console.log(`${installId}: ${count} values`)),
  });
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const how = resumed ? 'an interrupted run was continued' : 'a new run';
  console.log(
    `${installs} data keys replaced, ${changed} values encrypted again, ${unreadable} unreadable, ${seconds} s (${how})`,
  );
  if (kept > 0) console.log(`${kept} installs keep an older data key, because unreadable values need it`);
}

await main();
