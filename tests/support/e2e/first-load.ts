import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright';

/** Maximum gzipped bytes of scripts that the first visit of a screen may load (U11). */
export const firstLoadBytesMax = 200_000;

/**
 * What a phone shows of the app inside the store admin. A higher page also shows a chart of home and loads its code
 * (100 kB), which is not part of the budget.
 */
export const firstLoadViewport = { width: 390, height: 600 };

/** A script that a page loaded. */
export type LoadedScript = {
  /** Path of the script's address, such as "/_next/static/chunks/0a1b2c.js". */
  path: string;
  /** Gzipped size. */
  bytes: number;
};

/**
 * Opens a page as a first visit does. Returns its scripts when no further script loads. An answer that is not 2xx is an
 * error, because it would measure another page.
 */
export async function firstLoadScripts(page: Page, url: string): Promise<LoadedScript[]> {
  const scripts: Response[] = [];
  const note = (response: Response) => {
    if (response.request().resourceType() === 'script') scripts.push(response);
  };
  page.on('response', note);
  // An entry page starts a sign-in by itself and then leaves. This keeps the browser on the entry page, so that only
  // its scripts are counted.
  await page.route('**/api/auth/**', (route) => route.abort());
  const answer = await page.goto(url);
  if (!answer?.ok()) throw new Error(`${url} answered ${answer?.status()}`);
  await page.waitForLoadState('load');
  // The live stream never ends, so the network is never idle. The loop waits until no script has arrived for 500 ms.
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

/** Returns the size of all scripts together. */
export function sumBytes(scripts: readonly { bytes: number }[]): number {
  return scripts.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** A build with source maps (`npm run size`) must have the same sizes as a build without them. */
function withoutMapAddress(script: string): string {
  return script.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '');
}
