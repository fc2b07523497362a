import { type Browser, expect, type FrameLocator, type Page } from 'playwright/test';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { axeFaults } from '@/tests/support/e2e/axe-faults';
import { takeBrowserErrors } from '@/tests/support/e2e/merchant';
import {
  type InstalledStore,
  desktop,
  openAlone,
  openStore,
  phone,
  trueOrders,
} from '@/tests/support/e2e/open-store';
import { openTab } from '@/tests/support/e2e/quote-tab';
import type { Stack } from '@/tests/support/stack/stack';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import { takePicture } from '@/tests/support/e2e/take-picture';

type Viewport = typeof desktop;
/** The app in a browser tab: in the store admin's iframe, or outside the store admin. The same tests run for both. */
type Screen = { page: Page; app: FrameLocator | Page; open: (path: string) => Promise<void> };

const wordsOf = { ar, en };
const darkCanvas = 'rgb(18, 22, 20)';
const lightCanvas = 'rgb(246, 245, 241)';

let stack: Stack;
let english: InstalledStore;
let arabic: InstalledStore;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('screen-settings', fewPastOrders);
  [english, arabic] = await Promise.all([openStore(stack, 'USD'), openStore(stack, 'SYP')]);
});
test.afterEach(() => expect(takeBrowserErrors()).toEqual([]));

async function openFramed(browser: Browser, store: InstalledStore, viewport: Viewport): Promise<Screen> {
  return openTab(browser, stack, store, '/settings', viewport);
}

async function openByItself(browser: Browser, store: InstalledStore, viewport: Viewport): Promise<Screen> {
  const page = await openAlone(browser, stack, store, { path: '/settings', viewport });
  const open = async (path: string) => {
    await page.goto(`${stack.appUrl}/i/${store.installId}${path}`);
    await page.locator('[data-live=live]').waitFor({ state: 'attached' });
  };
  return { page, app: page, open };
}

/** Selects an option on the settings screen. `now` has the texts of the current language. */
async function choose(
  { app }: Screen,
  now: 'ar' | 'en',
  name: 'language' | 'digits' | 'theme',
  word: string,
) {
  await app.getByRole('combobox', { name: wordsOf[now].screen[name].label }).selectOption(word);
}

type Look = { lang: 'ar' | 'en'; theme: string | null; canvas: string };

/** Expects that the rendered page has the given language, direction, theme and background color. */
async function expectLook({ app }: Screen, { lang, theme, canvas }: Look): Promise<void> {
  const html = app.locator('html');
  await expect(html).toHaveAttribute('lang', lang);
  await expect(html).toHaveAttribute('dir', lang === 'ar' ? 'rtl' : 'ltr');
  if (theme === null) await expect(html).not.toHaveAttribute('data-theme');
  else await expect(html).toHaveAttribute('data-theme', theme);
  await expect(app.locator('body')).toHaveCSS('background-color', canvas);
}

/**
 * Runs axe on the app only in the store admin's iframe. The page outside the store admin has the same content, so one
 * scan for each language and width is enough.
 */
async function expectNoFaults({ page, app }: Screen): Promise<void> {
  if (app !== page) expect(await axeFaults(page, ['iframe', 'html'])).toEqual([]);
}

/** Loads a page and returns the HTML that the server sent. The browser shows this HTML before any script runs. */
async function firstHtml({ page, open }: Screen, path: string): Promise<string> {
  const isDocument = (url: string) => url.startsWith(stack.appUrl) && new URL(url).pathname.endsWith(path);
  const [response] = await Promise.all([
    page.waitForResponse((answer) => answer.ok() && isDocument(answer.url())),
    open(path),
  ]);
  return response.text();
}

for (const [language, viewport, place, openScreen] of [
  ['ar', phone, 'in the admin', openFramed],
  ['en', desktop, 'in the admin', openFramed],
  ['ar', phone, 'alone', openByItself],
  ['en', desktop, 'alone', openByItself],
] as const)
  test(`U14: language, digits and colors take effect immediately and are stored: ${language}, ${viewport.width} px, ${place}`, async ({
    browser,
  }) => {
    const store = language === 'ar' ? arabic : english;
    const screen = await openScreen(browser, store, viewport);
    const { app, page } = screen;
    await expectLook(screen, { lang: language, theme: null, canvas: lightCanvas });

    // Sets a mark on the document, because a reload would remove the mark. If the mark is still there later, the
    // choices took effect without a reload.
    await app.locator('html').evaluate((html) => html.setAttribute('data-same', ''));
    await choose(screen, language, 'language', 'ar');
    await choose(screen, 'ar', 'digits', 'arab');
    await choose(screen, 'ar', 'theme', 'dark');
    await expectLook(screen, { lang: 'ar', theme: 'dark', canvas: darkCanvas });
    await expect(app.getByRole('heading', { level: 1, name: ar.settings.title })).toBeVisible();
    await expect(app.locator('html')).toHaveAttribute('data-same');
    await expectNoFaults(screen);
    await takePicture(page, `screen-settings-${language}-${place}`, { fullPage: true });

    // After a reload, the HTML from the server already has the chosen language and theme. So the browser never shows
    // the previous language or colors, not even for a short time.
    const html = await firstHtml(screen, '/orders');
    expect(html).toMatch(/<html lang="ar" dir="rtl" class="[^"]*" data-theme="dark"[ >]/);
    // The texts with the chosen digits are a static file of their own, and not part of the page.
    expect(html).toMatch(/\/_next\/static\/texts\/[0-9a-f]{16}\.json/);
    expect(html).not.toContain(ar.problem.new_version.required);
    await expectLook(screen, { lang: 'ar', theme: 'dark', canvas: darkCanvas });
    const [order] = await trueOrders(stack, store);
    const row = app.locator(`[data-order="${order?.id}"]`);
    await expect(row).toContainText(order?.order_number ?? '');
    await expect(
      row
        .locator('bdi')
        .filter({ hasText: /^[^a-z0-9]*[٠-٩][٠-٩٬٫]*[^0-9]*$/i })
        .first(),
    ).toBeVisible();
    await expect(row).not.toContainText(/\d,\d{3}|\.\d{2}\b/);
    await expectNoFaults(screen);
    await takePicture(page, `screen-orders-${language}-${place}`);

    // Arabic and English each have their own stored choice of digits. A chosen light theme applies even if the device
    // prefers a dark theme.
    await screen.open('/settings');
    await page.emulateMedia({ colorScheme: 'dark' });
    await choose(screen, 'ar', 'language', 'en');
    await choose(screen, 'en', 'theme', 'light');
    await expectLook(screen, { lang: 'en', theme: 'light', canvas: lightCanvas });
    // After a navigation inside the app, no text of the page may be in the previous language.
    await app.locator(`a[href$="/orders"]:visible`).first().click();
    await expect(app.getByRole('heading', { level: 1, name: en.orders.title })).toBeVisible();
    await expect(row).toContainText(order?.order_number ?? '');
    await expect(row).not.toContainText(/[٠-٩]/);

    await screen.open('/settings');
    await choose(screen, 'en', 'language', '');
    await choose(screen, language, 'theme', '');
    await expectLook(screen, { lang: language, theme: null, canvas: darkCanvas });
    await screen.open('/orders');
    await expectLook(screen, { lang: language, theme: null, canvas: darkCanvas });
    await page.context().close();
  });

test("the choice is stored in a cookie like the session's, and an invalid cookie counts as no choice", async ({
  browser,
}) => {
  const screen = await openFramed(browser, english, desktop);
  await choose(screen, 'en', 'theme', 'dark');
  await expect(screen.app.locator('html')).toHaveAttribute('data-theme', 'dark');
  const jar = await screen.page.context().cookies(stack.appUrl);
  const screenCookie = jar.find(({ name }) => name === '__Host-daftar.screen');
  expect(screenCookie).toMatchObject({ value: '-.-.dark.-', httpOnly: true, secure: true, sameSite: 'None' });
  expect(screenCookie?.partitionKey).toBeTruthy();
  await screen.page.context().close();

  const session = jar.find(({ name }) => name.startsWith('__Host-daftar.session.'));
  for (const garbage of ['', '%', '..', 'fr.deva.sepia', '__proto__.x.<b>', 'x'.repeat(3_000)]) {
    const cookie = `${session?.name}=${session?.value}; __Host-daftar.screen=${garbage}`;
    const answer = await fetch(`${stack.appUrl}/i/${english.installId}/settings`, { headers: { cookie } });
    expect(answer.status, garbage).toBe(200);
    expect(await answer.text(), garbage).toMatch(/<html lang="en" dir="ltr" class="[^"]*">/);
  }
});

test('pages before an install follow the choice made in this browser; the customer’s page does not', async () => {
  const headers = { cookie: '__Host-daftar.screen=en.arab.dark', 'accept-language': 'ar' };
  const signIn = await fetch(`${stack.appUrl}/launch/sign-in?install_id=${arabic.installId}`, { headers });
  expect(await signIn.text()).toMatch(/<html lang="en" dir="ltr" class="[^"]*" data-theme="dark"[ >]/);
  const nowhere = await fetch(`${stack.appUrl}/q/${'a'.repeat(43)}`, { headers });
  expect(await nowhere.text()).toMatch(/<html lang="ar" dir="rtl">/);
});
