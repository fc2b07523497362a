import { expect } from 'playwright/test';
import { axeFaults } from '@/tests/support/axe-faults';
import { blockThirdPartyCookies, installApp, storeWith } from '@/tests/support/merchant';
import type { Stack } from '@/tests/support/stack';
import { test } from '@/tests/support/story';

let stack: Stack;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('accessibility');
});

for (const [currency, language] of [
  ['SYP', 'ar'],
  ['USD', 'en'],
] as const)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`axe finds nothing on any screen, and none scrolls sideways on a phone: ${language}, ${colorScheme}`, async ({
      browser,
    }) => {
      const context = await browser.newContext({
        viewport: { width: 360, height: 740 },
        locale: language,
        colorScheme,
      });
      const page = await context.newPage();
      await blockThirdPartyCookies(context, page);
      const { id: storeId } = await storeWith(stack, currency);
      const { installs } = await stack.sandbox.control<{
        installs: { install_id: string; store_id: string }[];
      }>('GET', '');
      const held = installs.find((install) => install.store_id === storeId);
      // The first theme installs; the second signs in by the install page's round trip alone.
      if (!held) await installApp(page, stack, storeId);
      else await page.goto(`${stack.appUrl}/install?store=${storeId}`);
      await page.waitForURL(/\/admin\/stores\/[^/]+\/apps\/[^/?]+/);
      const installId = /\/apps\/([^/?]+)/.exec(page.url())?.[1] ?? '';
      // Top-level, where the round trip has signed us in too: axe sees one document.
      const home = `${stack.appUrl}/i/${installId}/orders`;
      await page.goto(home);
      const order = await page.locator('a[href*="/orders/ord"]').first().getAttribute('href');
      const paths = [
        home,
        `${stack.appUrl}${order}`,
        `${home}/new`,
        `${stack.appUrl}/launch/sign-in?install_id=${installId}`,
      ];
      for (const path of paths) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        expect(await axeFaults(page), path).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, path).toBeLessThanOrEqual(0);
        await page.screenshot({
          path: `test-results/axe-${language}-${colorScheme}-${paths.indexOf(path)}.png`,
        });
      }
      await context.close();
    });
