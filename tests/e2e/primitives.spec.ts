import { expect, type Locator, type Page } from 'playwright/test';
import { startChild } from '@/server/stack/child';
import { freePort } from '@/server/stack/free-port';
import { axeFaults, rulesIn } from '@/tests/support/e2e/axe-faults';
import { appEnvOf } from '@/tests/support/integration/app-env';
import { takeBrowserErrors, watch } from '@/tests/support/e2e/merchant';
import type { Stack } from '@/tests/support/stack/stack';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import { takePicture } from '@/tests/support/e2e/take-picture';

let stack: Stack;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('primitives', fewPastOrders);
});
test.afterEach(() => expect(takeBrowserErrors()).toEqual([]));

/** Opens the component gallery at /ui. Returns its right-to-left part (ar) or its left-to-right part (en). */
async function openGallery(page: Page, language: 'ar' | 'en'): Promise<Locator> {
  watch(page);
  await page.goto(`${stack.appUrl}/ui`);
  return page.getByTestId(language);
}

for (const colorScheme of ['light', 'dark'] as const)
  for (const [width, height] of [
    [360, 740],
    [1280, 860],
  ] as const)
    test(`axe finds nothing in any primitive, and none is wider than the screen: ${colorScheme}, ${width} px`, async ({
      browser,
    }) => {
      const context = await browser.newContext({ viewport: { width, height }, colorScheme });
      const page = await context.newPage();
      const side = await openGallery(page, 'ar');
      const check = async (state: string, part: string) => {
        expect(await axeFaults(page, part, rulesIn(colorScheme)), state).toEqual([]);
        await takePicture(page, `ui-${state}-${colorScheme}-${width}`, { fullPage: state === 'page' });
      };
      await check('page', 'body');
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      await side.getByRole('button', { name: 'إجراءات' }).first().click();
      await expect(page.getByRole('menu')).toBeVisible();
      await check('menu', '[role="menu"]');
      await page.keyboard.press('Escape');
      await side.getByRole('button', { name: 'افتح النافذة' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await check('dialog', '[role="dialog"]');
      await page.getByRole('dialog').getByRole('button', { name: 'احذف' }).click();
      await expect(page.getByRole('region').getByRole('button', { name: 'تراجع' })).toBeVisible();
      await check('toast', '[role="region"]');
      await context.close();
    });

test('U12: every press target on a phone is at least 44 px high', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openGallery(page, 'ar');
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('button, a, select, textarea, input:not(label *)')]
      .map((target) => ({ html: target.outerHTML.slice(0, 120), box: target.getBoundingClientRect() }))
      // CSS extends the link of a table row over the whole row. So the link can be pressed anywhere in the row,
      // although its own element is small.
      .filter(({ html, box }) => box.height < 44 && !html.includes('after:inset-0'))
      .map(({ html, box }) => `${box.height} ${html}`),
  );
  expect(small).toEqual([]);
});

test('U12: a dialog traps the focus, and Escape returns it to the element that opened the dialog', async ({
  page,
}) => {
  const side = await openGallery(page, 'ar');
  const opener = side.getByRole('button', { name: 'افتح النافذة' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'أتحذف هذه المسودة؟' });
  await expect(dialog).toHaveAttribute('dir', 'rtl');
  await expect(dialog).toHaveAccessibleDescription('سطر أصغر يشرح ما فوقه.');
  const names = ['رجوع', 'احذف', 'إغلاق'];
  for (const name of [...names, ...names]) {
    await expect(dialog.getByRole('button', { name })).toBeFocused();
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test('a press outside a dialog closes it', async ({ page }) => {
  const side = await openGallery(page, 'en');
  await side.getByRole('button', { name: 'Open dialog' }).click();
  // Waits until the dialog has the focus, and 50 ms longer. Before that, the dialog does not react to a press outside
  // it.
  await expect(page.getByRole('dialog').locator(':focus')).toBeVisible();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
  await page.mouse.click(5, 5);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(side.getByRole('button', { name: 'Open dialog' })).toBeFocused();
});

for (const [language, words] of [
  ['ar', { actions: 'إجراءات', entries: ['عدّل', 'انسخ الرابط', 'احذف…'], typed: 'ا', question: 'أتحذف' }],
  [
    'en',
    { actions: 'Actions', entries: ['Edit', 'Copy link', 'Delete…'], typed: 'c', question: 'Delete this' },
  ],
] as const)
  test(`a menu works with arrow keys, letters and Escape, and a dialog opened from it returns the focus: ${language}`, async ({
    page,
  }) => {
    const side = await openGallery(page, language);
    const button = side.getByRole('button', { name: words.actions }).first();
    const entry = (index: number) => page.getByRole('menuitem', { name: words.entries[index] ?? '' });
    await button.focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menu', { name: words.actions })).toHaveAttribute(
      'dir',
      language === 'ar' ? 'rtl' : 'ltr',
    );
    // Arrow keys in the menu skip disabled entries, and after the last entry comes the first.
    for (const index of [0, 1, 2, 0]) {
      await expect(entry(index)).toBeFocused();
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('End');
    await expect(entry(2)).toBeFocused();
    // The keyboard of Playwright has no Arabic keys, so the test dispatches the key event itself.
    await entry(2).dispatchEvent('keydown', { key: words.typed });
    await expect(entry(1)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(button).toBeFocused();

    await page.keyboard.press('Enter');
    await expect(entry(0)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    // The menu moves the focus a short time after the key press. Playwright presses faster than a user, so the test
    // waits for the focus.
    await expect(entry(2)).toBeFocused();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: words.question });
    await expect(dialog.getByRole('button').first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
  });

test('a menu opens and closes with its own button, and closes with a press elsewhere', async ({ page }) => {
  const side = await openGallery(page, 'en');
  const button = side.getByRole('button', { name: 'Actions' }).first();
  for (const visible of [true, false, true]) {
    await button.click();
    await expect(page.getByRole('menu')).toBeVisible({ visible });
  }
  // Waits until the menu has the focus, and until one more timer has run. Before that, the menu does not react to a
  // press outside it.
  await expect(page.getByRole('menu')).toBeFocused();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await page.mouse.click(5, 5);
  await expect(page.getByRole('menu')).toBeHidden();
});

test('a toast is announced politely, and its undo can be reached with the keyboard', async ({ page }) => {
  const side = await openGallery(page, 'en');
  await side.getByRole('button', { name: 'Show a toast' }).focus();
  await page.keyboard.press('Enter');
  const said = page.locator('[role="status"][aria-live="polite"]');
  await expect(said).toContainText('The draft is deleted.Undo: press F8 to reach it');
  await page.keyboard.press('F8');
  const notifications = page.getByRole('region', { name: 'Notifications (F8)' });
  await expect(notifications.getByRole('list')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const undo = notifications.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('It is back.').first()).toBeVisible();
  await expect(undo).toBeHidden();
});

test('a phone number typed with Arabic digits changes to Latin digits, and the caret keeps its position', async ({
  page,
}) => {
  const side = await openGallery(page, 'ar');
  const phone = side.getByRole('textbox', { name: 'PhoneInput' });
  await phone.fill('');
  await phone.pressSequentially('٠٩٤٤١٢٣');
  await page.keyboard.press('Home');
  await page.keyboard.type('٠٥');
  await expect(phone).toHaveValue('050944123');
});

test('a press below a tag field hits its target, although leaving the field moves everything below it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const side = await openGallery(page, 'en');
  await side.getByRole('textbox', { name: 'TagInput' }).fill('a tag that takes a row of its own');
  const below = side.getByRole('group', { name: 'Periods' }).getByRole('button').first();
  await below.scrollIntoViewIfNeeded();
  const { x = 0, y = 0 } = (await below.boundingBox()) ?? {};
  // Presses the mouse button at the position that the target had before. Playwright's own click is not used, because it
  // would press at the new position of the target.
  await page.mouse.move(x + 10, y + 10);
  await page.mouse.down();
  await page.mouse.up();
  await expect(below).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(async () => (await below.boundingBox())?.y).toBeGreaterThan(y + 20);
});

test('in high contrast every primitive has visible borders', async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 860 },
    forcedColors: 'active',
  });
  const page = await context.newPage();
  await openGallery(page, 'en');
  const button = page.getByTestId('en').getByRole('button', { name: 'Actions' }).first();
  await button.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await takePicture(page, 'ui-forced-colors', { fullPage: true });
  const bare = await page.evaluate(() =>
    [...document.querySelectorAll('main button')]
      .filter((target) => target.textContent && getComputedStyle(target).borderTopWidth === '0px')
      .map((target) => target.outerHTML.slice(0, 120)),
  );
  expect(bare).toEqual([]);
  await context.close();
});

test('production does not serve the gallery page', async () => {
  const port = await freePort();
  const publicly = 'https://app.example.com';
  const app = startChild({
    name: 'app',
    args: ['server/app.ts'],
    env: {
      ...appEnvOf({
        appUrl: publicly,
        sandbox: {
          origin: publicly,
          clientId: 'client',
          clientSecret: 'a-client-secret-for-tests-of-32-bytes',
        },
        database: { url: stack.databaseUrl },
        logLevel: 'warn',
      }),
      DAFTAR_MODE: 'production',
      NODE_ENV: 'production',
      PORT: String(port),
    },
    logFile: 'test-results/primitives/production.log',
  });
  try {
    await app.ready;
    const answer = await fetch(`http://127.0.0.1:${port}/ui`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain('Salma');
  } finally {
    await app.stop();
  }
});
