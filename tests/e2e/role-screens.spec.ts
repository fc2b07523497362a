import { expect, type FrameLocator } from 'playwright/test';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import type { Role } from '@/lib/shared/roles/roles';
import { axeFaults } from '@/tests/support/e2e/axe-faults';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import { appFrame, closeAfterRefusals, takeBrowserErrors } from '@/tests/support/e2e/merchant';
import { newPage, phone } from '@/tests/support/e2e/open-store';
import { openLocalizedStore, placeOrder, type LocalizedStore } from '@/tests/support/e2e/order-tab';
import { sendQuote } from '@/tests/support/e2e/sent-quotes';
import { takePicture } from '@/tests/support/e2e/take-picture';
import { asSystem } from '@/tests/support/stack/as-system';
import type { Browser, Page } from 'playwright/test';
import type { Stack } from '@/tests/support/stack/stack';

let stack: Stack;
let stores: LocalizedStore[];

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('role-screens', fewPastOrders);
  stores = await Promise.all([openLocalizedStore(stack, ar), openLocalizedStore(stack, en)]);
});
test.beforeEach(async () => {
  for (const store of stores) await setDefault(store, 'owner');
});
test.afterEach(() => expect(takeBrowserErrors()).toEqual([]));

/** Sets the default role directly in the database, so that open tabs receive no live event about it. */
const setDefault = ({ installId }: LocalizedStore, role: Role) =>
  asSystem(stack, 'UPDATE installs SET default_role = $2 WHERE install_id = $1', [installId, role]);

async function open(
  browser: Browser,
  store: LocalizedStore,
  path: string,
): Promise<{ page: Page; app: FrameLocator }> {
  const page = await newPage(browser, store.words === ar ? 'ar' : 'en-US', phone);
  const app = appFrame(page);
  const returnTo = `/i/${store.installId}${path}`;
  await page.goto(
    `${stack.sandbox.origin}/admin/stores/${store.storeId}/apps/${store.installId}?returnTo=${encodeURIComponent(returnTo)}`,
  );
  await app.locator('[data-live=live]').waitFor({ state: 'attached' });
  return { page, app };
}

const sentence = ({ words }: LocalizedStore, role: Role) => {
  const { why, role: names } = words.problem.no_right;
  return why.replace('{role}', names[role]);
};

async function expectFine(page: Page, app: FrameLocator, name: string): Promise<void> {
  expect(await axeFaults(page, ['iframe', 'html']), name).toEqual([]);
  const wide = await app.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
  expect(wide, name).toBe(0);
  await takePicture(page, name);
}

for (const place of [0, 1] as const) {
  const lang = place === 0 ? 'ar' : 'en';

  test(`S35: an owner gives a role with the keyboard, takes it back, and cannot remove the last owner (${lang})`, async ({
    browser,
  }) => {
    const store = stores[place] as LocalizedStore;
    const t = store.words.settings.people;
    const other = lang === 'ar' ? 'ليلى' : 'Layla';
    const first = await open(browser, store, '/settings');
    await asSystem(
      stack,
      `UPDATE sessions SET actor_sub = 'staff_other', actor_name = $2 WHERE install_id = $1`,
      [store.installId, other],
    );
    await first.page.context().close();
    const { page, app } = await open(browser, store, '/settings');
    const theirs = app.getByRole('combobox', { name: t.role.of.replace('{name}', other) });
    const everybody = app.getByRole('combobox', { name: t.role.default });

    // The app saves a role with fewer rights without a confirmation. The undo button of the toast restores the previous
    // role.
    await theirs.focus();
    await theirs.selectOption('packer');
    await app.getByRole('button', { name: t.role.undo }).click();
    await expect(app.getByText(t.role.undone).first()).toBeVisible();
    await expect(theirs).toHaveValue('');
    await theirs.selectOption('packer');
    await expect(app.getByText(t.role.openTitle)).toBeVisible();
    await theirs.scrollIntoViewIfNeeded();
    await expectFine(page, app, `people-${lang}`);

    // Every user is an owner, but only by the default role: no single user has the role owner. If the default role
    // changed, the store would have no owner, so the app refuses the change.
    await everybody.selectOption('viewer');
    await app.getByRole('button', { name: t.role.question.confirm }).waitFor();
    await takePicture(page, `people-question-${lang}`);
    await app.getByRole('button', { name: t.role.question.confirm }).click();
    await expect(app.getByText(t.role.problem.last_owner)).toBeVisible();
    await expect(everybody).toHaveValue('owner');
    await everybody.scrollIntoViewIfNeeded();
    await expectFine(page, app, `people-last-owner-${lang}`);

    const own = app.locator('li').filter({ hasText: t.you }).getByRole('combobox');
    await own.selectOption('owner');
    await app.getByRole('button', { name: t.role.question.confirm }).click();
    await expect(own).toHaveValue('owner');
    await everybody.selectOption('viewer');
    await app.getByRole('button', { name: t.role.question.confirm }).click();
    await expect(everybody).toHaveValue('viewer');
    await expect(app.getByText(t.role.openTitle)).toBeHidden();
    // Resets the default role to the default role of a new store, because the next tests need it.
    await everybody.selectOption('owner');
    await app.getByRole('button', { name: t.role.question.confirm }).click();
    await expect(everybody).toHaveValue('owner');
    await own.selectOption('');
    await app.getByRole('button', { name: t.role.question.confirm }).click();
    await expect(own).toHaveValue('');
    await page.context().close();
  });

  test(`S35: screens name the role and what it hides, and the direct address of a hidden screen leads to a page with a way back (${lang})`, async ({
    browser,
  }) => {
    const store = stores[place] as LocalizedStore;
    const orderId = await placeOrder(store);
    const seller = await open(browser, store, '/quotes');
    const name = lang === 'ar' ? 'سلمى الخطيب' : 'Salma Khatib';
    const quote = await sendQuote({ ...store, page: seller.page }, { name });
    await seller.page.context().close();

    await setDefault(store, 'viewer');
    const why = sentence(store, 'viewer');
    const { page, app } = await open(browser, store, `/orders/${orderId}`);
    await expect(app.getByText(store.words.order.customer.hiddenForRole).first()).toBeVisible();
    await expect(app.getByText(why).first()).toBeVisible();
    await expect(app.getByRole('button', { name: store.words.refund.action, exact: true })).toBeDisabled();
    await expectFine(page, app, `viewer-order-${lang}`);
    await takePicture(page, `viewer-order-${lang}-2`);
    await page.context().close();

    for (const [path, picture] of [
      ['/quotes', 'quotes'],
      [`/quotes/${quote.quoteId}`, 'quote'],
      ['/settings', 'settings'],
      ['/connection', 'connection'],
      ['/connection/developers', 'developers'],
      ['/activity', 'activity'],
      ['/products', 'products'],
    ] as const) {
      const tab = await open(browser, store, path);
      await expect(tab.app.getByText(why).first(), path).toBeVisible();
      await expect(tab.app.getByText(name), path).toBeHidden();
      await expectFine(tab.page, tab.app, `viewer-${picture}-${lang}`);
      await tab.app.getByText(why).last().scrollIntoViewIfNeeded();
      await takePicture(tab.page, `viewer-${picture}-${lang}-end`);
      await tab.page.context().close();
    }

    const direct = await open(browser, store, '/orders/new');
    await expect(
      direct.app.getByRole('heading', { level: 1, name: store.words.problem.no_right.title }),
    ).toBeVisible();
    await expect(direct.app.getByText(why)).toBeVisible();
    await expectFine(direct.page, direct.app, `viewer-forbidden-${lang}`);
    await direct.app.getByRole('link', { name: store.words.problem.no_right.back }).click();
    await expect(direct.app.getByRole('heading', { level: 1, name: store.words.orders.title })).toBeVisible();
    await expect(direct.app.getByRole('link', { name: store.words.orders.newOrder })).toBeHidden();
    await expectFine(direct.page, direct.app, `viewer-orders-${lang}`);
    await direct.page.context().close();
  });

  test(`S35: in a tab that was open before the change, a press shows the new role and keeps typed text (${lang})`, async ({
    browser,
  }) => {
    const store = stores[place] as LocalizedStore;
    const orderId = await placeOrder(store);
    const { page, app } = await open(browser, store, `/orders/${orderId}`);
    const note = app.getByRole('textbox', { name: store.words.orderPage.note.label });
    await note.fill('typed before the change');
    await setDefault(store, 'packer');
    await app.getByRole('button', { name: store.words.ui.saveBar.save }).click();
    await expect(app.getByText(sentence(store, 'packer')).first()).toBeVisible();
    const noteCard = app.locator('form').filter({ has: note });
    await expect(noteCard.getByText(sentence(store, 'packer'))).toHaveCount(1);
    await expect(note).toHaveValue('typed before the change');
    await expectFine(page, app, `old-tab-${lang}`);
    await closeAfterRefusals(page);
  });

  test(`S35: a change reaches open tabs at once: hidden data disappears, and typed text stays (${lang})`, async ({
    browser,
  }) => {
    const store = stores[place] as LocalizedStore;
    const { words } = store;
    const t = words.settings.people.role;
    const orderId = await placeOrder(store);
    await asSystem(stack, 'DELETE FROM sessions WHERE install_id = $1', [store.installId]);
    const owner = await open(browser, store, '/settings');
    const own = owner.app.locator('li').filter({ hasText: words.settings.people.you }).getByRole('combobox');
    await own.selectOption('owner');
    await owner.app.getByRole('button', { name: t.question.confirm }).click();
    await expect(own).toHaveValue('owner');
    const [order, composer] = [
      await open(browser, store, `/orders/${orderId}`),
      await open(browser, store, '/orders/new'),
    ];
    await asSystem(
      stack,
      `UPDATE sessions SET actor_sub = 'staff_' || id_hash, actor_name = 'Nour'
       WHERE install_id = $1 AND created_at > (SELECT min(created_at) FROM sessions WHERE install_id = $1)`,
      [store.installId],
    );
    const name = composer.app.getByRole('textbox', { name: words.newOrder.customer.name, exact: true });
    await name.fill('Typed Before');
    await expect(order.app.getByText(words.order.customer.hiddenForRole).first()).toBeHidden();

    const everybody = owner.app.getByRole('combobox', { name: t.default });
    const setAll = async (role: Role) => {
      await everybody.selectOption(role);
      await owner.app.getByRole('button', { name: t.question.confirm }).click();
      await expect(everybody).toHaveValue(role);
    };
    await setAll('viewer');
    await expect(order.app.getByText(words.order.customer.hiddenForRole).first()).toBeVisible();
    await expect(composer.app.getByRole('link', { name: words.frame.newOrder })).toBeHidden();
    await expect(name).toHaveValue('Typed Before');
    await setAll('owner');
    await expect(order.app.getByText(words.order.customer.hiddenForRole).first()).toBeHidden();
    for (const { page } of [owner, composer, order]) await closeAfterRefusals(page);
  });
}
