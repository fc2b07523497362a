import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { createOrderLink } from '@/lib/orders/link/create-order-link.server';
import { CreateOrderLinkCommand } from '@/lib/orders/link/order-link';
import { createOrder as createImpatiently } from '@/lib/orders/new-order/create-order.server';
import { emptyContact, type StoreContact } from '@/lib/shared/messages/store-contact';
import { readStoreContact } from '@/lib/store/read-store-contact.server';
import { readSettings, saveSettings, SaveSettingsCommand } from '@/lib/store/save-settings.server';
import { tenantDb } from '@/lib/system/db';
import ar from '@/messages/ar.json';
import { fieldProblems } from 'commerce-platform-client/assumptions';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { AppWorld } from '@/tests/support/integration/app-world';
import { installContext } from '@/tests/support/integration/install-context';
import { openConfirmPage } from '@/tests/support/integration/order-link-fixture';
import { openPage, postForm } from '@/tests/support/integration/quote-fixture';
import { sentQuote } from '@/tests/support/integration/sent-quote';
import { startStoreWorld } from '@/tests/support/integration/store-world';
import { patiently } from '@/tests/support/operations/operation-patience';
import { orderCommand } from '@/tests/support/operations/order-command';

const createOrder = patiently(createImpatiently);
const words = ar.linkPage.contact;

let world: AppWorld;
let installId: InstallId;
let context: InstallContext;

beforeAll(async () => {
  ({ world, installId, context } = await startStoreWorld());
});
afterAll(() => world.stop());

const contactOf = (of: InstallId) => tenantDb(of).transaction((tx) => readStoreContact(tx, of));

/** Parses the contact details in the same way as the server action. */
const parse = (storeContact: object, of = installId) =>
  SaveSettingsCommand.safeParse({ installId: of, settings: { storeContact } });

function save(contact: Partial<StoreContact>, seen?: StoreContact) {
  const command = parse({ ...emptyContact, ...contact }).data;
  if (!command) throw new Error('the contact details were refused');
  return saveSettings(context, { ...command, ...(seen && { seen: { storeContact: seen } }) });
}

const full = {
  phone: '+963 933 123 456',
  address: 'دمشق، <b>شارع</b> الحمرا',
  footer: 'من 9 إلى 5\nالاستبدال خلال 3 أيام',
};

describe('how customers reach the store', () => {
  it('is empty until it is saved, and only in the store that saved it', async () => {
    expect(await contactOf(installId)).toEqual(emptyContact);
    expect(await save(full)).toMatchObject({ code: 'saved', settings: { storeContact: full } });
    expect(await contactOf(installId)).toEqual(full);
    const other = await installContext(await world.install({ store: 2 }));
    expect((await readSettings(other)).storeContact).toEqual(emptyContact);
    expect(await contactOf(other.installId)).toEqual(emptyContact);
    // Row security hides the row even from a query that names no install.
    const named = { where: { name: 'storeContact' } };
    expect(await tenantDb(other.installId).transaction((tx) => tx.setting.findMany(named))).toEqual([]);
    expect(await context.db.transaction((tx) => tx.setting.count(named))).toBe(1);
  });

  it('is stored with Latin digits and without the spaces around it', async () => {
    const typed = { phone: ' ٠٩٣٣ ١٢٣ ٤٥٦ ', address: ' دمشق،\nالمزة ', footer: ' أ\nب ' };
    await save(typed);
    expect(await contactOf(installId)).toEqual({
      phone: '0933 123 456',
      address: 'دمشق، المزة',
      footer: 'أ\nب',
    });
  });

  it.each([
    ['phone', { phone: 'اتصل بنا' }],
    ['phone', { phone: '+963 933 123 456 '.repeat(3) }],
    ['phone', { phone: 'tel:+963933123456' }],
    ['address', { address: 'ع'.repeat(201) }],
    ['address', { address: '\0' }],
    ['footer', { footer: 'ع'.repeat(301) }],
    ['footer', { footer: '\ud83d' }],
  ])('is refused with a wrong %s, and the answer names the field: %j', (field, wrong) => {
    const { error } = parse({ ...emptyContact, ...wrong });
    const named = error ? fieldProblems(error).map(({ path }) => path) : [];
    expect([...new Set(named)]).toEqual([`settings.storeContact.${field}`]);
  });

  it('of a form never replaces what another user has stored since the form was opened', async () => {
    await save(full);
    expect(await save({ ...full, phone: '9800' }, full)).toMatchObject({ code: 'saved' });
    // The second user has changed only the footer, so both changes are stored.
    expect(await save({ ...full, footer: 'x' }, full)).toMatchObject({
      code: 'saved',
      settings: { storeContact: { ...full, phone: '9800', footer: 'x' } },
    });
    expect(await save({ ...full, phone: '9801' }, full)).toMatchObject({ code: 'stale' });
    expect(await contactOf(installId)).toEqual({ ...full, phone: '9800', footer: 'x' });
  });

  it('that is stored but no longer valid is empty', async () => {
    await context.db.transaction((tx) =>
      tx.setting.update({
        where: { installId_name: { installId, name: 'storeContact' } },
        data: { value: { phone: 'x', address: '', footer: '' } },
      }),
    );
    expect(await contactOf(installId)).toEqual(emptyContact);
    expect((await readSettings(context)).storeContact).toEqual(emptyContact);
  });
});

describe('the pages of links', () => {
  const orderPage = async () => {
    const made = await createOrder(context, orderCommand(installId));
    if (made.code !== 'succeeded') throw new Error(made.code);
    const { orderId } = made.result;
    const link = await createOrderLink(
      context,
      CreateOrderLinkCommand.parse({
        installId,
        orderId,
        linkId: randomUUID(),
        replaces: false,
        seenAnswerAt: null,
      }),
    );
    if (link.code !== 'created') throw new Error(link.code);
    return (await openConfirmPage(link.token)).text();
  };

  it('show how to reach the store, before and after the answer, with every text escaped', async () => {
    await save(full);
    const quote = await sentQuote(context);
    const open = await (await openPage(quote.token)).text();
    expect((await postForm(quote.token, { intent: 'decline' })).status).toBe(303);
    const answered = await (await openPage(quote.token)).text();
    const chat = `href="https://wa.me/963933123456?text=${encodeURIComponent(
      ar.acceptance.page.about.replace('{number}', quote.number),
    )}"`;
    for (const page of [open, answered]) {
      expect(page).toContain(chat);
      for (const shown of [words.message, 'href="tel:+963933123456"', full.phone, full.footer])
        expect(page).toContain(shown);
      expect(page).toContain('&lt;b&gt;شارع&lt;/b&gt;');
    }
    const order = await orderPage();
    for (const shown of [words.message, 'href="https://wa.me/963933123456?text=', full.footer])
      expect(order).toContain(shown);
  });

  it('have a link for calls only, if the number is not international', async () => {
    await save({ phone: '(011) 222-3344' });
    const page = await (await openPage((await sentQuote(context)).token)).text();
    expect(page).toContain('href="tel:0112223344"');
    expect(page).not.toContain('wa.me');
  });

  it('show nothing of the store if nothing is saved', async () => {
    await save({});
    const page = await (await openPage((await sentQuote(context)).token)).text();
    for (const hidden of [words.title, 'wa.me', 'tel:']) expect(page).not.toContain(hidden);
    expect(await orderPage()).not.toContain(words.title);
  });
});
