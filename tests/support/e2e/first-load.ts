import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright';

/** Bytes that a first visit of a screen may fetch as scripts, gzipped (ux: Bars). */
export const firstLoadBytesMax = 185_000;

/** Opens the page as a first visit does; answers what its scripts weigh, gzipped, until nothing more is fetched. */
export async function firstLoadBytes(page: Page, url: string): Promise<number> {
  const scripts: Response[] = [];
  const note = (response: Response) => {
    if (response.request().resourceType() === 'script') scripts.push(response);
  };
  page.on('response', note);
  await page.goto(url);
  await page.waitForLoadState('load');
  // The live stream never ends, so that the network is never idle: until no script has come for a while.
  for (let seen = -1; seen !== scripts.length; ) {
    seen = scripts.length;
    await page.waitForTimeout(500);
  }
  page.off('response', note);
  const sizes = await Promise.all(scripts.map(async (response) => gzipSync(await response.body()).length));
  return sizes.reduce((sum, size) => sum + size, 0);
}
