import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright';

/** Maximum gzipped bytes of scripts that the first visit of a screen may load (U11). */
export const firstLoadBytesMax = 200_000;

/**
 * Opens a page as a first visit does. Returns the gzipped size of its scripts, in bytes, when no further script loads.
 */
export async function firstLoadBytes(page: Page, url: string): Promise<number> {
  const scripts: Response[] = [];
  const note = (response: Response) => {
    if (response.request().resourceType() === 'script') scripts.push(response);
  };
  page.on('response', note);
  await page.goto(url);
  await page.waitForLoadState('load');
  // The live stream never ends, so the network is never idle. The loop waits until no script has arrived for 500 ms.
  for (let seen = -1; seen !== scripts.length; ) {
    seen = scripts.length;
    await page.waitForTimeout(500);
  }
  page.off('response', note);
  const sizes = await Promise.all(scripts.map(async (response) => gzipSync(await response.body()).length));
  return sizes.reduce((sum, size) => sum + size, 0);
}
