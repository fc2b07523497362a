import { catalogueScreens } from './catalogue-screens';
import { pickCustomLine } from '@/tests/support/e2e/pick-custom-line';
import { at, dialog, type Scene, type Show } from './screen-fixture';
import { answerQuote, type QuoteWish, sendQuote, variantInStock } from '@/tests/support/e2e/sent-quotes';
import { upkeepScreens } from './upkeep-screens';

/** The first of these statuses that the store has an order in. */
const anyOrder = ({ orders }: Scene, ...statuses: string[]) =>
  statuses.flatMap((status) => orders.filter((entry) => entry.status === status))[0]?.id ?? '';

const order =
  (...statuses: string[]): Show =>
  async (scene) =>
    at(`/orders/${anyOrder(scene, ...statuses)}`)(scene);

/** Where something can be shipped. */
const openOrder = order('approved', 'processing', 'placed');

const paidOrder: Show = async (scene) => {
  const isPaid = (entry: Scene['orders'][number]) => entry.payment_status === 'paid';
  const paid = { ...scene, orders: scene.orders.filter(isPaid) };
  await order('delivered', 'completed', 'shipped')(paid);
};

/** Each asks for a tag of its own: one that a run before has set leaves nothing to do. */
let preflights = 0;

const quote =
  (wish: QuoteWish, answer?: Record<string, string>): Show =>
  async (scene) => {
    const sent = await sendQuote(scene, wish);
    if (answer) await answerQuote(scene, sent, answer);
    await at(`/quotes/${sent.quoteId}`)(scene);
  };

/** Every screen, in the states that differ to the eye; the name is that of its picture. */
export const screens: Record<string, Show> = {
  ...catalogueScreens,
  ...upkeepScreens,
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
    await scene.page.getByRole('listbox').getByRole('option').nth(2).waitFor();
  },
  xray: async (scene) => {
    const { page, words } = scene;
    await at('/settings')(scene);
    await page.getByRole('checkbox', { name: words.settings.screen.xray }).check();
    const open = page.getByRole('button', { name: words.frame.xray, exact: true });
    await open.waitFor();
    await at('/orders/new')(scene);
    await open.click();
    await page.locator('[data-xray=createOrder] summary').click();
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
  'order-placed': order('placed', 'approved', 'processing'),
  'order-delivered': order('delivered'),
  'order-refunded': order('refunded'),
  'order-cancelled': order('cancelled'),
  'order-moves': async (scene) => {
    await openOrder(scene);
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
    await openOrder(scene);
    const { page, words } = scene;
    await page.getByRole('button', { name: words.orderPage.attributes.add }).click();
    await page.getByLabel(words.orderPage.attributes.key, { exact: true }).fill('A');
    await page.getByRole('button', { name: words.orderPage.reference.add }).click();
    await page.getByLabel(words.orderPage.note.label).fill(words.orderPage.note.hint);
    await page.getByRole('region', { name: words.ui.saveBar.label }).waitFor();
  },
  'order-fulfil': async (scene) => {
    await openOrder(scene);
    await scene.page.getByRole('button', { name: scene.words.fulfill.action }).click();
    await scene.page.getByRole('dialog').getByRole('radiogroup').waitFor();
  },
  'order-refund': async (scene) => {
    await paidOrder(scene);
    await scene.page.getByRole('button', { name: scene.words.refund.action, exact: true }).click();
    await scene.page.getByRole('dialog').getByRole('radiogroup').waitFor();
  },
  'order-refund-last-look': async (scene) => {
    await screens['order-refund']?.(scene);
    const sheet = scene.page.getByRole('dialog');
    await sheet.getByRole('radio', { name: scene.words.refund.sheet.byAmount }).check();
    await sheet.getByRole('textbox', { name: scene.words.refund.sheet.amount }).fill('20');
    await sheet.getByRole('button', { name: scene.words.refund.sheet.continue }).click();
  },
  'index-selected': async (scene) => {
    await at('/orders')(scene);
    const { page, words, isPhone } = scene;
    if (isPhone) await page.getByRole('button', { name: words.bulk.select.choose }).click();
    for (const place of [1, 2, 3]) await page.getByRole('checkbox').nth(place).check();
    await page.getByRole('region', { name: words.bulk.bar.label }).waitFor();
  },
  'bulk-preflight': async (scene) => {
    await screens['index-selected']?.(scene);
    const { page, words } = scene;
    await page.getByRole('button', { name: words.bulk.bar.actions }).click();
    await page.getByRole('menuitem', { name: words.bulk.bar.add_tags }).click();
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: words.bulk.input.tags })
      .fill(`vip ${++preflights}`);
    await page.getByRole('dialog').getByRole('button', { name: words.bulk.dialog.check }).click();
    await page.getByRole('dialog').getByRole('button', { name: words.bulk.dialog.back }).waitFor();
  },
  run: async (scene) => {
    await screens['bulk-preflight']?.(scene);
    await scene.page.getByRole('dialog').getByRole('button').last().waitFor();
    await scene.page
      .getByRole('dialog')
      .getByRole('button')
      .filter({ hasText: /^(Start|ابدأ)/ })
      .click();
    await scene.page.getByRole('progressbar').waitFor();
  },
  runs: at('/runs'),
  courier: async (scene) => {
    await at('/orders')(scene);
    await scene.page.getByRole('button', { name: scene.words.bulk.menu.label, exact: true }).click();
    await scene.page.getByRole('menuitem', { name: scene.words.courier.entry }).click();
    await dialog(scene.page);
  },
  'print-invoice': async (scene) => {
    await scene.page.goto(`${scene.origin}/orders/${anyOrder(scene, 'delivered')}/print?kind=invoice`);
    await scene.page.getByRole('heading', { level: 2 }).waitFor();
  },
  'print-packing-slip': async (scene) => {
    await scene.page.goto(
      `${scene.origin}/orders/${anyOrder(scene, 'delivered')}/print?kind=packing_slip&paper=80mm`,
    );
    await scene.page.getByRole('heading', { level: 2 }).waitFor();
  },
  'quotes-none': at('/quotes'),
  'quotes-send': async (scene) => {
    await sendQuote(scene, { phone: '+963944555666' });
    await at('/orders/new?way=quote')(scene);
    const { page, words } = scene;
    await pickCustomLine(page, words, 'تغليف هدية');
    await page.getByRole('textbox', { name: new RegExp(`^${words.newOrder.line.price}`) }).fill('2500');
    await page.getByRole('textbox', { name: words.newOrder.customer.name, exact: true }).fill('سلمى الخطيب');
    await page.getByRole('textbox', { name: words.newOrder.customer.phone }).fill('+963944555666');
    await page.getByRole('button', { name: words.newOrder.sendQuote }).first().click();
    await page.getByRole('dialog').getByRole('link').first().waitFor();
  },
  'quotes-sent': async (scene) => {
    await screens['quotes-send']?.(scene);
    await scene.page.getByRole('dialog').getByRole('button', { name: scene.words.quotes.send.send }).click();
    await scene.page.getByRole('link', { name: scene.words.quotes.share.whatsapp }).waitFor();
  },
  'quotes-list': async (scene) => {
    await answerQuote(scene, await sendQuote(scene), { intent: 'decline' });
    const asked = await sendQuote(scene, { name: 'Nour Haddad' });
    await answerQuote(scene, asked, { intent: 'ask_change', message: 'أريد ثلاث قطع بدل اثنتين' });
    await answerQuote(scene, await sendQuote(scene), { intent: 'accept', name: 'سلمى' });
    await at('/quotes')(scene);
    await scene.page.locator('[data-step]').first().waitFor();
  },
  'quotes-settings': async (scene) => {
    await at('/quotes')(scene);
    await scene.page.getByRole('button', { name: scene.words.quotes.menu.label }).click();
    await scene.page.getByRole('menuitem').click();
    await dialog(scene.page);
  },
  'quote-sent': quote({}),
  'quote-share': async (scene) => {
    await quote({})(scene);
    await scene.page.getByRole('button', { name: scene.words.quotes.actions.share }).click();
    await dialog(scene.page);
  },
  'quote-menu': async (scene) => {
    await quote({})(scene);
    await scene.page.getByRole('button', { name: scene.words.quotes.actions.more }).click();
    await scene.page.getByRole('menuitem').first().waitFor();
  },
  'quote-change-asked': quote({}, { intent: 'ask_change', message: 'أريد ثلاث قطع بدل اثنتين\nوشكرًا' }),
  'quote-converted': quote({}, { intent: 'accept', name: 'سلمى' }),
  'quote-stock-gone': async (scene) => {
    const { id, stock } = await variantInStock(scene);
    await quote({ variant: { id, quantity: stock + 5 } }, { intent: 'accept', name: 'سلمى' })(scene);
  },
  'quote-accept': async (scene) => {
    await quote({})(scene);
    await scene.page.getByRole('button', { name: scene.words.quotes.actions.accept }).click();
    await scene.page
      .getByRole('dialog')
      .getByRole('button', { name: scene.words.quotes.accept.confirm })
      .click();
  },
  'quote-print': async (scene) => {
    const { quoteId } = await sendQuote(scene);
    await scene.page.goto(`${scene.origin}/quotes/${quoteId}/print`);
    await scene.page.getByRole('heading', { level: 2 }).waitFor();
  },
  'quote-print-roll': async (scene) => {
    const { quoteId } = await sendQuote(scene);
    await scene.page.goto(`${scene.origin}/quotes/${quoteId}/print?paper=80mm`);
    await scene.page.getByRole('heading', { level: 2 }).waitFor();
  },
  'order-missing': async ({ page, origin }) => {
    await page.goto(`${origin}/orders/ord_of_nobody`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  },
};
