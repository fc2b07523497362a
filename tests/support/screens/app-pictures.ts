import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { axeFaults } from '@/tests/support/e2e/axe-faults';
import { browserOptions } from '@/tests/support/e2e/browser';
import { signIn } from '@/tests/support/e2e/merchant';
import { openStore } from '@/tests/support/e2e/open-store';
import { reinstall } from '@/tests/support/e2e/reinstall';
import { lookAt, type ScreenFixture } from './screen-fixture';
import { screens } from './screens';
import { type Stack, startStack } from '@/tests/support/stack/stack';

/**
 * Takes a screenshot of every screen in each of its variants, such as empty or failed. Checks each screen
 * with axe, for sideways scrolling and for touch targets that are too small:
 *
 *     npm run build && npm run pictures [FOLDER] [pattern of names, such as order-.*-ar-390]
 *
 * Each screen is taken in Arabic and English, at 320, 390, 640 and 1280 px, light and dark. A window of 640 px shows a
 * screen of 1280 px at a zoom of 200 %. Prints every problem and exits with code 1 if there is one.
 */
async function takePictures(folder: string, only: RegExp): Promise<number> {
  mkdirSync(folder, { recursive: true });
  const stack = await startStack(folder);
  const browser = await chromium.launch(browserOptions());
  let problems = 0;
  try {
    for (const [language, currency, words] of [
      ['ar', 'SYP', ar],
      ['en', 'USD', en],
    ] as const) {
      const store = await install(browser, stack, currency);
      for (const colorScheme of ['light', 'dark'] as const)
        for (const width of [320, 390, zoomedPx, 1280])
          for (const [name, show] of Object.entries(screens)) {
            const look = `${name}-${language}-${width}-${colorScheme}`;
            if (!only.test(look)) continue;
            const context = await browser.newContext({
              viewport: { width, height: width < 640 ? 844 : width === zoomedPx ? 430 : 860 },
              ...(width === zoomedPx && { deviceScaleFactor: 2 }),
              colorScheme,
              storageState: store.cookies,
              // Pages outside an install choose their language by the browser's locale, so the locale must fit the
              // language of the screenshot.
              locale: language === 'ar' ? 'ar-SY' : 'en-US',
            });
            const page = await context.newPage();
            try {
              await lookAt({ page, stack, words, ...store, isPhone: width < 640 }, show, async () => {
                // Waits until the slide and fade animations have ended.
                await page.waitForTimeout(400);
                const found = await faultsOf(page, width < 640);
                await showWhole(page);
                await page.screenshot({ path: path.join(folder, `${look}.png`) });
                for (const fault of found) console.log(`${look}: ${fault}`);
                problems += found.length;
              });
            } catch (error) {
              console.log(`${look}: ${String(error).split('\n')[0]}`);
              problems += 1;
            } finally {
              await context.close();
            }
          }
    }
  } finally {
    await browser.close();
    await stack.stop();
  }
  return problems;
}

/** Width of a window of 1280 px at a zoom of 200 %, in CSS pixels. */
const zoomedPx = 640;

/**
 * Maximum height of a screenshot in pixels. Longer pages are cut, because the rows below this height look like the rows
 * above it.
 */
const tallestPx = 3_600;
const tallestListPx = 1_400;

/**
 * Makes the window as high as its content, so that bars with a fixed position are at the bottom of the screenshot. If a
 * dialog or menu is open, the function does not change the height of the window.
 */
async function showWhole(page: Page): Promise<void> {
  if ((await page.locator('[role="dialog"], [role="menu"]').count()) > 0) return;
  const max = (await page.locator('[data-order]').count()) > 0 ? tallestListPx : tallestPx;
  const height = await page.evaluate(() => {
    window.scrollTo(0, 0);
    return document.documentElement.scrollHeight;
  });
  const { width, height: screen } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.setViewportSize({ width, height: Math.max(screen, Math.min(height, max)) });
}

type PictureStore = Pick<ScreenFixture, 'storeId' | 'installId' | 'origin' | 'orders'> & {
  cookies: Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>;
};

async function install(browser: Browser, stack: Stack, currency: 'SYP' | 'USD'): Promise<PictureStore> {
  const first = await openStore(stack, currency);
  // Installs the app, removes it and installs it again, so that data of the earlier installation can be imported.
  const { storeId, installId } = (await reinstall(browser, stack, first)).store;
  const context = await browser.newContext();
  const page = await context.newPage();
  const origin = `${stack.appUrl}/i/${installId}`;
  await signIn(page, stack, storeId);
  await page.goto(`${origin}/orders`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const cookies = await context.storageState();
  await context.close();
  const { orders } = await stack.sandbox.control<{ orders: ScreenFixture['orders'] }>(
    'GET',
    `/dump?store_id=${storeId}`,
  );
  return { storeId, installId, origin, orders, cookies };
}

async function faultsOf(page: Page, isPhone: boolean): Promise<string[]> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return [
    ...(await axeFaults(page)).map(([rule, place]) => `axe ${rule}: ${place}`),
    ...(overflow > 0 ? [`${overflow} px too wide`] : []),
    ...(isPhone ? await smallTargets(page) : []),
  ];
}

/**
 * Returns the elements that can be pressed and are lower than 44 px. Links inside a sentence and invisible elements are
 * excluded.
 */
async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, select, input, [role="option"], summary')]
      .filter((element) => element.checkVisibility() && !element.closest('p, .sr-only'))
      .map((element) => ({ element, box: (element.closest('label') ?? element).getBoundingClientRect() }))
      .filter(({ element, box }) => {
        const spread = getComputedStyle(element, '::after').position === 'absolute';
        return box.height > 1 && box.height < 43.5 && !spread;
      })
      .map(({ element, box }) => `${Math.round(box.height)} px high: ${element.outerHTML.slice(0, 120)}`),
  );
}

const [folder = 'test-results/pictures', pattern = ''] = process.argv.slice(2);
const problems = await takePictures(folder, new RegExp(pattern));
console.log(problems === 0 ? `nothing wrong; the pictures are in ${folder}` : `${problems} problems`);
process.exitCode = problems === 0 ? 0 : 1;
