import type { Page } from 'playwright';
import type en from '@/messages/en.json';
import type { Stack } from './stack';

/** Where a picture is taken: a page that is signed in, and the store it looks at. */
export type Scene = {
  page: Page;
  stack: Stack;
  words: typeof en;
  storeId: string;
  installId: string;
  /** Address of the install's screens. */
  origin: string;
  orders: { id: string; status: string; payment_status: string; source: string | null }[];
  isPhone: boolean;
};

type Show = (scene: Scene) => Promise<void>;

const at =
  (address: string): Show =>
  async ({ page, origin }) => {
    await page.goto(origin + address);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };

const order =
  (status: string): Show =>
  async (scene) => {
    const found = scene.orders.find((entry) => entry.status === status);
    await at(`/orders/${found?.id}`)(scene);
  };

const dialog = (page: Page) => page.getByRole('dialog').getByRole('heading').first().waitFor();

/** Every screen, in the states that differ to the eye; the name is that of its picture. */
export const screens: Record<string, Show> = {
  index: at('/orders'),
  'index-filtered': at('/orders?status=approved&status=processing&payment=unpaid'),
  'index-nothing': at('/orders?q=zzzzzz'),
  'index-filters': async (scene) => {
    await at('/orders?status=placed')(scene);
    const { page, words } = scene;
    await page.getByRole('button', { name: new RegExp(`^${words.orders.filters.title}`) }).click();
    await dialog(page);
  },
  palette: async (scene) => {
    await at('/orders')(scene);
    await scene.page.getByRole('button', { name: scene.words.frame.palette.open }).click();
    await dialog(scene.page);
  },
  'palette-found': async (scene) => {
    await screens.palette?.(scene);
    await scene.page.getByRole('combobox').fill('10');
    await scene.page.getByRole('option').nth(2).waitFor();
  },
  shortcuts: async (scene) => {
    await at('/orders')(scene);
    await scene.page.keyboard.press('Shift+?');
    await dialog(scene.page);
  },
  'new-order': at('/orders/new'),
  'new-order-refused': async (scene) => {
    await at('/orders/new')(scene);
    await scene.page.getByRole('button', { name: scene.words.newOrder.create }).first().click();
    await scene.page.locator('[aria-invalid="true"]').first().waitFor();
  },
  'order-placed': order('placed'),
  'order-delivered': order('delivered'),
  'order-refunded': order('refunded'),
  'order-cancelled': order('cancelled'),
  'order-moves': async (scene) => {
    await order('approved')(scene);
    const { page, words } = scene;
    await page.getByRole('button', { name: words.orderPage.status.others }).click();
    await page.getByRole('menuitem').first().waitFor();
  },
  'order-cancel-asked': async (scene) => {
    await screens['order-moves']?.(scene);
    const { page, words } = scene;
    await page.getByRole('menuitem', { name: words.orderPage.status.to.cancelled }).click();
    await dialog(page);
  },
  'order-typed': async (scene) => {
    await order('processing')(scene);
    const { page, words } = scene;
    await page.getByRole('button', { name: words.orderPage.attributes.add }).click();
    await page.getByLabel(words.orderPage.attributes.key, { exact: true }).fill('A');
    await page.getByRole('button', { name: words.orderPage.reference.add }).click();
    await page.getByLabel(words.orderPage.note.label).fill(words.orderPage.note.hint);
    await page.getByRole('region', { name: words.ui.saveBar.label }).waitFor();
  },
  'order-missing': async ({ page, origin }) => {
    await page.goto(`${origin}/orders/ord_of_nobody`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  },
};
