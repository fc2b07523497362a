import { quoteEditPath } from '@/lib/quotes/quote-list-url';
import { choosePickup } from '@/tests/support/e2e/choose-pickup';
import { shipButton } from '@/tests/support/e2e/order-sections';
import { openTechnicalDetails } from '@/tests/support/e2e/technical-details';
import { catalogueScreens } from './catalogue-screens';
import { dailyScreens } from './daily-screens';
import { pickCustomLine } from '@/tests/support/e2e/pick-custom-line';
import { at, dialog, type ScreenFixture, type Show } from './screen-fixture';
import { answerQuote, type QuoteOptions, sendQuote, variantInStock } from '@/tests/support/e2e/sent-quotes';
import { upkeepScreens } from './upkeep-screens';

/**
 * Searches the store for an order with one of the given statuses. It tries the statuses in sequence and returns the id
 * of the first match.
 */
const anyOrder = ({ orders }: ScreenFixture, ...statuses: string[]) =>
  statuses.flatMap((status) => orders.filter((entry) => entry.status === status))[0]?.id ?? '';

const order =
  (...statuses: string[]): Show =>
  async (fixture) =>
    at(`/orders/${anyOrder(fixture, ...statuses)}`)(fixture);

/** Opens an order that must be shipped. */
const openOrder: Show = async (fixture) => {
  const mustShip = fixture.orders.filter((entry) => entry.shipping_address && entry.source !== 'pos');
  await order('approved', 'processing', 'placed')({ ...fixture, orders: mustShip });
};

const paidOrder: Show = async (fixture) => {
  const isPaid = (entry: ScreenFixture['orders'][number]) => entry.payment_status === 'paid';
  const paid = { ...fixture, orders: fixture.orders.filter(isPaid) };
  await order('delivered', 'completed', 'shipped')(paid);
};

/**
 * The number of checks of bulk runs (one action on many orders) so far. Each check uses a new tag that contains this
 * number, because a tag that the orders already have would change nothing.
 */
let preflights = 0;

const quote =
  (options: QuoteOptions, answer?: Record<string, string>): Show =>
  async (fixture) => {
    const sent = await sendQuote(fixture, options);
    if (answer) await answerQuote(fixture, sent, answer);
    await at(`/quotes/${sent.quoteId}`)(fixture);
  };

/** Every screen in each variant that looks different. The key of a screen is the name of its screenshot. */
export const screens: Record<string, Show> = {
  ...catalogueScreens,
  ...dailyScreens,
  ...upkeepScreens,
  index: at('/orders'),
  'index-filtered': at('/orders?status=approved&status=processing&payment=unpaid'),
  'index-nothing': at('/orders?q=999999'),
  'index-filters': async (fixture) => {
    await at('/orders?status=placed')(fixture);
    const { page, words } = fixture;
    await page.getByRole('button', { name: new RegExp(`^${words.orders.filters.title}`) }).click();
    await dialog(page);
  },
  palette: async (fixture) => {
    await at('/orders')(fixture);
    await fixture.page.getByRole('button', { name: fixture.words.frame.palette.open }).click();
    await dialog(fixture.page);
  },
  'palette-found': async (fixture) => {
    await screens.palette?.(fixture);
    await fixture.page.getByRole('combobox').fill('10');
    await fixture.page.getByRole('listbox').getByRole('option').nth(2).waitFor();
  },
  xray: async (fixture) => {
    const { page, words } = fixture;
    await at('/connection/developers')(fixture);
    await page.getByRole('checkbox', { name: words.connection.developers.xray.switch }).check();
    const open = page.getByRole('button', { name: words.frame.xray, exact: true });
    await open.waitFor();
    await at('/orders/new')(fixture);
    await open.click();
    await page.locator('[data-xray=createOrder] summary').click();
  },
  shortcuts: async (fixture) => {
    await at('/orders')(fixture);
    await fixture.page.keyboard.press('Shift+?');
    await dialog(fixture.page);
  },
  'new-order': at('/orders/new'),
  'new-order-refused': async (fixture) => {
    await at('/orders/new')(fixture);
    await fixture.page.getByRole('button', { name: fixture.words.newOrder.create }).first().click();
    await fixture.page.locator('[aria-invalid="true"]').first().waitFor();
  },
  'order-placed': order('placed', 'approved', 'processing'),
  'order-delivered': order('delivered'),
  'order-refunded': order('refunded'),
  'order-cancelled': order('cancelled'),
  'order-moves': async (fixture) => {
    await openOrder(fixture);
    const { page, words } = fixture;
    await page.getByRole('button', { name: words.orderPage.menu.label }).click();
    await page.getByRole('menuitem').first().waitFor();
  },
  'order-cancel-confirm': async (fixture) => {
    await screens['order-moves']?.(fixture);
    const { page, words } = fixture;
    await page.getByRole('menuitem', { name: words.orderPage.status.to.cancelled }).click();
    await dialog(page);
  },
  'order-typed': async (fixture) => {
    await openOrder(fixture);
    const { page, words } = fixture;
    await openTechnicalDetails(page);
    await page.getByRole('button', { name: words.orderPage.attributes.add }).click();
    await page.getByLabel(words.orderPage.attributes.key, { exact: true }).fill('A');
    await page.getByRole('button', { name: words.orderPage.reference.add }).click();
    await page.getByLabel(words.orderPage.note.label).fill(words.orderPage.note.hint);
    await page.getByRole('region', { name: words.ui.saveBar.label }).waitFor();
  },
  'order-fulfil': async (fixture) => {
    await openOrder(fixture);
    await shipButton(fixture.page, fixture.words).click();
    await fixture.page.getByRole('dialog').getByRole('radiogroup').waitFor();
  },
  'order-refund': async (fixture) => {
    await paidOrder(fixture);
    await fixture.page.getByRole('button', { name: fixture.words.refund.action, exact: true }).click();
    await fixture.page.getByRole('dialog').getByRole('radiogroup').waitFor();
  },
  'order-refund-last-look': async (fixture) => {
    await screens['order-refund']?.(fixture);
    const sheet = fixture.page.getByRole('dialog');
    await sheet.getByRole('radio', { name: fixture.words.refund.sheet.byAmount }).check();
    await sheet.getByRole('textbox', { name: fixture.words.refund.sheet.amount }).fill('20');
    await sheet.getByRole('button', { name: fixture.words.refund.sheet.continue }).click();
  },
  'index-selected': async (fixture) => {
    await at('/orders')(fixture);
    const { page, words, isPhone } = fixture;
    if (isPhone) await page.getByRole('button', { name: words.bulk.select.choose }).click();
    for (const place of [1, 2, 3]) await page.getByRole('checkbox').nth(place).check();
    await page.getByRole('region', { name: words.bulk.bar.label }).waitFor();
  },
  'bulk-preflight': async (fixture) => {
    await screens['index-selected']?.(fixture);
    const { page, words } = fixture;
    await page.getByRole('button', { name: words.bulk.bar.actions }).click();
    await page.getByRole('menuitem', { name: words.bulk.bar.add_tags }).click();
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: words.bulk.input.tags })
      .fill(`vip ${++preflights}`);
    await page.getByRole('dialog').getByRole('button', { name: words.bulk.dialog.check }).click();
    await page.getByRole('dialog').getByRole('button', { name: words.bulk.dialog.back }).waitFor();
  },
  run: async (fixture) => {
    await screens['bulk-preflight']?.(fixture);
    await fixture.page.getByRole('dialog').getByRole('button').last().waitFor();
    await fixture.page
      .getByRole('dialog')
      .getByRole('button')
      .filter({ hasText: /^(Add tag to|أضف الوسم إلى)/ })
      .click();
    await fixture.page.getByRole('progressbar').waitFor();
  },
  runs: at('/runs'),
  courier: async (fixture) => {
    await at('/orders')(fixture);
    await fixture.page.getByRole('button', { name: fixture.words.bulk.menu.label, exact: true }).click();
    await fixture.page.getByRole('menuitem', { name: fixture.words.courier.entry }).click();
    await dialog(fixture.page);
  },
  'print-invoice': async (fixture) => {
    await fixture.page.goto(`${fixture.origin}/orders/${anyOrder(fixture, 'delivered')}/print?kind=invoice`);
    await fixture.page.getByRole('heading', { level: 2 }).waitFor();
  },
  'print-packing-slip': async (fixture) => {
    await fixture.page.goto(
      `${fixture.origin}/orders/${anyOrder(fixture, 'delivered')}/print?kind=packing_slip&paper=80mm`,
    );
    await fixture.page.getByRole('heading', { level: 2 }).waitFor();
  },
  'quotes-none': at('/quotes'),
  'quotes-send': async (fixture) => {
    await sendQuote(fixture, { phone: '+963944555666' });
    await at('/orders/new?mode=quote')(fixture);
    const { page, words } = fixture;
    await pickCustomLine(page, words, 'تغليف هدية');
    await page.getByRole('textbox', { name: new RegExp(`^${words.newOrder.line.price}`) }).fill('2500');
    await choosePickup(page, words);
    await page.getByRole('textbox', { name: words.newOrder.customer.name, exact: true }).fill('سلمى الخطيب');
    await page.getByRole('textbox', { name: words.newOrder.customer.phone }).fill('+963944555666');
    await page.getByRole('button', { name: words.newOrder.sendQuote }).first().click();
    await page.getByRole('dialog').getByRole('link').first().waitFor();
  },
  'quotes-sent': async (fixture) => {
    await screens['quotes-send']?.(fixture);
    await fixture.page
      .getByRole('dialog')
      .getByRole('button', { name: fixture.words.quotes.send.send })
      .click();
    await fixture.page.getByRole('link', { name: fixture.words.quotes.share.whatsapp }).waitFor();
  },
  'quotes-list': async (fixture) => {
    await answerQuote(fixture, await sendQuote(fixture), { intent: 'decline' });
    const changeQuote = await sendQuote(fixture, { name: 'Nour Haddad' });
    await answerQuote(fixture, changeQuote, {
      intent: 'request_change',
      message: 'أريد ثلاث قطع بدل اثنتين',
    });
    await answerQuote(fixture, await sendQuote(fixture), { intent: 'accept', name: 'سلمى' });
    await at('/quotes')(fixture);
    await fixture.page.locator('[data-step]').first().waitFor();
  },
  'quotes-settings': async (fixture) => {
    await at('/quotes')(fixture);
    await fixture.page.getByRole('button', { name: fixture.words.quotes.menu.label }).click();
    await fixture.page.getByRole('menuitem').first().click();
    await dialog(fixture.page);
  },
  'quote-sent': quote({}),
  'quote-share': async (fixture) => {
    await quote({})(fixture);
    await fixture.page.getByRole('button', { name: fixture.words.quotes.actions.share }).click();
    await dialog(fixture.page);
  },
  'quote-menu': async (fixture) => {
    await quote({})(fixture);
    await fixture.page.getByRole('button', { name: fixture.words.quotes.actions.more }).click();
    await fixture.page.getByRole('menuitem').first().waitFor();
  },
  'quote-change-requested': quote(
    {},
    { intent: 'request_change', message: 'أريد ثلاث قطع بدل اثنتين\nوشكرًا' },
  ),
  'quote-edit': async (fixture) => {
    const sent = await sendQuote(fixture, { name: 'Nour Haddad' });
    await answerQuote(fixture, sent, { intent: 'request_change', message: 'أريد ثلاث قطع بدل اثنتين' });
    await at(quoteEditPath(sent.quoteId))(fixture);
  },
  'quote-customer': async (fixture) => {
    const { url } = await sendQuote(fixture);
    await fixture.page.goto(url);
    await fixture.page.getByRole('heading', { level: 1 }).waitFor();
  },
  'quote-converted': quote({}, { intent: 'accept', name: 'سلمى' }),
  'quote-stock-gone': async (fixture) => {
    const { id, stock } = await variantInStock(fixture);
    await quote({ variant: { id, quantity: stock + 5 } }, { intent: 'accept', name: 'سلمى' })(fixture);
  },
  'quote-accept': async (fixture) => {
    await quote({})(fixture);
    await fixture.page.getByRole('button', { name: fixture.words.quotes.actions.accept }).click();
    await fixture.page
      .getByRole('dialog')
      .getByRole('button', { name: fixture.words.quotes.accept.confirm })
      .click();
  },
  'quote-print': async (fixture) => {
    const { quoteId } = await sendQuote(fixture);
    await fixture.page.goto(`${fixture.origin}/quotes/${quoteId}/print`);
    await fixture.page.getByRole('heading', { level: 2 }).waitFor();
  },
  'quote-print-roll': async (fixture) => {
    const { quoteId } = await sendQuote(fixture);
    await fixture.page.goto(`${fixture.origin}/quotes/${quoteId}/print?paper=80mm`);
    await fixture.page.getByRole('heading', { level: 2 }).waitFor();
  },
  'order-missing': async ({ page, origin }) => {
    await page.goto(`${origin}/orders/ord_of_nobody`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  },
};
