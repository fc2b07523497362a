import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright';

/** Maximum gzipped bytes of scripts that the first visit of a screen may load (U11). */
export const firstLoadBytesMax = 200_000;

/**
 * The size that the app has inside the store admin on a phone. In a taller window the home screen would also show a
 * chart. The code of the chart (100 kB) is loaded only with the chart and is not part of the performance budget.
 */
export const firstLoadViewport = { width: 390, height: 600 };

/** A JavaScript file that a page loaded at its first visit. */
export type LoadedScript = {
  /** URL path of the script, such as "/_next/static/chunks/0a1b2c.js". */
  path: string;
  /** Gzipped size of the script in bytes. */
  bytes: number;
};

/**
 * Opens a page as a first visit does. Waits until no further script loads and returns the scripts. Throws if the status
 * is not 2xx, because the scripts of an error page would be measured instead.
 */
export async function firstLoadScripts(page: Page, url: string): Promise<LoadedScript[]> {
  const scripts: Response[] = [];
  const note = (response: Response) => {
    if (response.request().resourceType() === 'script') scripts.push(response);
  };
  page.on('response', note);
  // The script of an entry page starts a sign-in, and the browser then leaves the page. The sign-in request is aborted,
  // so that the browser stays on the page and only its scripts are counted.
  await page.route('**/api/auth/**', (route) => route.abort());
  const answer = await page.goto(url);
  if (!answer?.ok()) throw new Error(`${url} answered ${answer?.status()}`);
  await page.waitForLoadState('load');
  // Waits until no script has arrived for 500 ms. The test cannot wait for the browser's network-idle event, because
  // this event never occurs while the live stream is open.
  for (let seen = -1; seen !== scripts.length; ) {
    seen = scripts.length;
    await page.waitForTimeout(500);
  }
  page.off('response', note);
  return Promise.all(
    scripts.map(async (response) => ({
      path: new URL(response.url()).pathname,
      bytes: gzipSync(withoutMapAddress(await response.text())).length,
    })),
  );
}

/** Opens a page as a first visit does. Returns the gzipped size of all its scripts, in bytes. */
export async function firstLoadBytes(page: Page, url: string): Promise<number> {
  return sumBytes(await firstLoadScripts(page, url));
}

/** Returns the sum of the sizes of all scripts, in bytes. */
export function sumBytes(scripts: readonly { bytes: number }[]): number {
  return scripts.reduce((sum, { bytes }) => sum + bytes, 0);
}

/**
 * Removes the line that names the source map from the text of a script. So a script has the same size in builds with
 * source maps (`npm run size`) and without them.
 */
function withoutMapAddress(script: string): string {
  return script.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '');
}
