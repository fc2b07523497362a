import type { Page } from 'playwright';

/** Holds back the scripts of the pages that the tab opens. Returns a function that lets them load. */
export async function holdScripts(page: Page): Promise<() => void> {
  let start = () => {};
  const isStarting = new Promise<void>((resolve) => {
    start = resolve;
  });
  await page.route('**/_next/static/**/*.js', async (route) => {
    await isStarting;
    await route.continue();
  });
  return start;
}
