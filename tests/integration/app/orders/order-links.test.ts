import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deletePerson } from '@/lib/customers/delete-person.server';
import { DeletePersonCommand } from '@/lib/customers/person-query';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { createOrderLink, withdrawOrderLink } from '@/lib/orders/link/create-order-link.server';
import { CreateOrderLinkCommand, WithdrawOrderLinkCommand } from '@/lib/orders/link/order-link';
import { openOrderLink } from '@/lib/orders/link/open-order-link.server';
import { readStoreContact } from '@/lib/store/read-store-contact.server';
import { answerDetailOf } from '@/lib/orders/link/order-link-rows.server';
import { purgeOrderLinks } from '@/lib/orders/link/purge-order-links.server';
import { createOrder as createImpatiently } from '@/lib/orders/new-order/create-order.server';
import { SetOrderStatusCommand } from '@/lib/orders/order/order-commands';
import { readOrder } from '@/lib/orders/order/read-order.server';
import { setOrderStatus as setImpatiently } from '@/lib/orders/order/set-order-status.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { tenantDb } from '@/lib/system/db';
import { onLiveChange, type LiveChange } from '@/lib/system/live/notify';
import type { AppWorld } from '@/tests/support/integration/app-world';
import { installContext } from '@/tests/support/integration/install-context';
import { openConfirmPage, postAnswer, postConfirmBody } from '@/tests/support/integration/order-link-fixture';
import { startStoreWorld } from '@/tests/support/integration/store-world';
import { patiently } from '@/tests/support/operations/operation-patience';
import { orderCommand } from '@/tests/support/operations/order-command';
import { eventually } from '@/tests/support/stack/eventually';

const createOrder = patiently(createImpatiently);
const setOrderStatus = patiently(setImpatiently);

let world: AppWorld;
let installId: InstallId;
let context: InstallContext;

beforeAll(async () => {
  ({ world, installId, context } = await startStoreWorld());
});
afterAll(() => world.stop());

type Made = { orderId: string; linkId: string; token: string };

async function placedOrder(change: Parameters<typeof orderCommand>[1] = {}): Promise<string> {
  const outcome = await createOrder(context, orderCommand(installId, change));
  if (outcome.code !== 'succeeded') throw new Error(outcome.code);
  return outcome.result.orderId;
}

type Seen = { replaces?: boolean; seenAnswerAt?: string | null; seenLinkId?: string };
const make = (orderId: string, linkId: string = randomUUID(), seen: Seen = {}, by = context) =>
  createOrderLink(
    by,
    CreateOrderLinkCommand.parse({
      installId: by.installId,
      orderId,
      linkId,
      replaces: false,
      seenAnswerAt: null,
      ...seen,
    }),
  );

async function linkOf(orderId: string, seen: Seen = {}): Promise<Made> {
  const made = await make(orderId, randomUUID(), seen);
  if (made.code !== 'created') throw new Error(made.code);
  return { orderId, linkId: made.linkId, token: made.token };
}
const madeLink = async (change: Parameters<typeof orderCommand>[1] = {}) => linkOf(await placedOrder(change));
const withdraw = ({ orderId, linkId }: Made, seenAnswerAt?: string | null) =>
  withdrawOrderLink(context, WithdrawOrderLinkCommand.parse({ installId, orderId, linkId, seenAnswerAt }));

const rowOf = async ({ linkId }: Made) => {
  const [row] = await world.system<Record<string, unknown>>('SELECT * FROM order_links WHERE id = $1', [
    linkId,
  ]);
  return row ?? {};
};
async function shownTo(orderId: string, by = context) {
  const read = await readOrder(by, orderId);
  return read.code === 'found' ? read.view.link : undefined;
}

/**
 * A context in which a read of an order has its answer at once, but the caller gets the answer only after `letOn`.
 * `read` resolves when the first answer has arrived.
 */
function slowContext() {
  let noteRead = () => {};
  const read = new Promise<void>((resolve) => (noteRead = resolve));
  let letOn = () => {};
  const gate = new Promise<void>((resolve) => (letOn = resolve));
  const platform: InstallContext['platform'] = {
    ...context.platform,
    getOrder: async (...request) => {
      const answer = await context.platform.getOrder(...request);
      noteRead();
      await gate;
      return answer;
    },
  };
  return { read, letOn: () => letOn(), slow: { ...context, platform } };
}

describe('making the link of an order', () => {
  it('gives the same link to the same form, to a second tab, and to ten presses at the same time', async () => {
    const orderId = await placedOrder();
    const id = randomUUID();
    const presses = await Promise.all(Array.from({ length: 10 }, () => make(orderId, id)));
    const tokens = new Set(presses.map((outcome) => ('token' in outcome ? outcome.token : outcome.code)));
    expect(tokens.size).toBe(1);
    expect(await make(orderId)).toEqual(presses[0]);
    expect(await world.system('SELECT 1 FROM order_links WHERE order_id = $1', [orderId])).toHaveLength(1);
    expect(await make(await placedOrder(), id)).toEqual({ code: 'reused', status: 409 });
  });

  it('stores no readable token, no phone number and no address', async () => {
    const shipping_address = { address: 'شارع النصر', province: 'damascus', city: 'المزة' };
    const link = await madeLink({ shipping: { amount_minor: 0, method: 'delivery' }, shipping_address });
    const row = JSON.stringify(await rowOf(link));
    for (const secret of [link.token, '944123456', 'النصر', 'المزة', 'سلمى'])
      expect(row).not.toContain(secret);
    const opened = await openOrderLink(link.token, readStoreContact);
    expect(opened?.content).toMatchObject({ firstName: 'سلمى', city: 'المزة', isCashOnDelivery: true });
    expect(JSON.stringify(opened)).not.toMatch(/944123456|النصر/);
  });

  it('makes a new link that replaces the old one, and after an answer that the form showed also without being asked to', async () => {
    const first = await madeLink();
    const second = await linkOf(first.orderId, { replaces: true });
    expect(second.token).not.toBe(first.token);
    expect((await openConfirmPage(first.token)).status).toBe(404);
    expect((await postAnswer(second.token)).status).toBe(303);
    const seenAnswerAt = (await shownTo(first.orderId))?.answeredAt ?? null;
    const third = await linkOf(first.orderId, { seenAnswerAt });
    expect(third.token).not.toBe(second.token);
    expect(await shownTo(first.orderId)).toMatchObject({ state: 'open', answeredAt: null });
    // The merchant withdraws the third link. Now the order page must show the customer's answer to the second link
    // again.
    await withdraw(third);
    expect(await shownTo(first.orderId)).toMatchObject({ state: 'confirmed' });
  });

  it('does not replace a link that another form made in the meantime', async () => {
    const first = await madeLink();
    const { orderId, linkId: seenLinkId } = first;
    const second = await linkOf(orderId, { replaces: true, seenLinkId });
    expect(second.token).not.toBe(first.token);
    expect((await linkOf(orderId, { replaces: true, seenLinkId })).token).toBe(second.token);
    expect((await openConfirmPage(second.token)).status).toBe(200);
    const third = await linkOf(orderId, { replaces: true, seenLinkId: second.linkId });
    expect(third.token).not.toBe(second.token);
  });

  it.each([
    ['that replaces the link', true],
    ['that read the order before its last change', false],
  ])('does not replace a newer link if an older request %s is slower', async (_, replaces) => {
    const first = await madeLink();
    const { orderId } = first;
    const { read, letOn, slow } = slowContext();
    const older = make(orderId, randomUUID(), { replaces }, slow);
    await read;
    await world.sandbox.control('POST', `/orders/${orderId}/payments`, { amount_minor: 1_000 });
    const newer = await linkOf(orderId, { replaces: true });
    expect(newer.token).not.toBe(first.token);
    letOn();
    expect(await older).toMatchObject({ code: 'created', token: newer.token });
    expect((await openConfirmPage(newer.token)).status).toBe(200);
  });

  it('replaces a link with older content that a slower request made in the meantime', async () => {
    const { orderId } = await madeLink();
    const [before, after] = [slowContext(), slowContext()];
    const older = make(orderId, randomUUID(), { replaces: true }, before.slow);
    await before.read;
    await world.sandbox.control('POST', `/orders/${orderId}/payments`, { amount_minor: 1_000 });
    const newer = make(orderId, randomUUID(), { replaces: true }, after.slow);
    await after.read;
    before.letOn();
    const stale = await older;
    if (stale.code !== 'created') throw new Error(stale.code);
    after.letOn();
    const made = await newer;
    if (made.code !== 'created') throw new Error(made.code);
    expect(made.token).not.toBe(stale.token);
    expect((await openConfirmPage(made.token)).status).toBe(200);
    expect((await openConfirmPage(stale.token)).status).not.toBe(200);
  });

  it('makes a new link if the order has changed since the earlier one, so an answer is about what the customer read', async () => {
    const first = await madeLink();
    const { total } = (await openOrderLink(first.token, readStoreContact))?.content ?? {};
    await world.sandbox.control('POST', `/orders/${first.orderId}/payments`, { amount_minor: 1_000 });
    const second = await linkOf(first.orderId);
    expect(second.token).not.toBe(first.token);
    expect((await openConfirmPage(first.token)).status).toBe(404);
    const content = (await openOrderLink(second.token, readStoreContact))?.content;
    expect(content).toMatchObject({ total, due: { amount_minor: (total?.amount_minor ?? 0) - 1_000 } });
    expect((await linkOf(first.orderId)).token).toBe(second.token);
  });

  it('neither replaces nor withdraws a link with an answer that the user did not see', async () => {
    const link = await madeLink();
    await postAnswer(link.token, { answer: 'declined', message: 'canary' });
    const refused = {
      code: 'answered',
      status: 409,
      answer: 'declined',
      answeredAt: expect.any(String) as string,
    };
    expect(await make(link.orderId, randomUUID(), { replaces: true })).toEqual(refused);
    // The app must also refuse two other requests for a new link. One comes from a form that was opened before the
    // customer answered. The other comes from a form that showed another answer.
    expect(await make(link.orderId)).toEqual(refused);
    expect(await make(link.orderId, randomUUID(), { seenAnswerAt: '2026-01-01T00:00:00.000Z' })).toEqual(
      refused,
    );
    expect((await rowOf(link)).withdrawn_at).toBeNull();
    expect(await withdraw(link)).toEqual(refused);
    expect(await shownTo(link.orderId)).toMatchObject({ state: 'declined', message: 'canary' });
    // A page of an earlier release sends its request without the information which answer the page showed. So the app
    // refuses the page's request to replace the link.
    const ofEarlierPage = { installId, orderId: link.orderId, linkId: randomUUID(), replaces: true };
    expect(await createOrderLink(context, CreateOrderLinkCommand.parse(ofEarlierPage))).toEqual(refused);
    // A form that shows the customer's latest answer sends the time of this answer. With this time, the user may ask
    // the customer again.
    const seenAnswerAt = (await shownTo(link.orderId))?.answeredAt ?? null;
    expect(await make(link.orderId, randomUUID(), { seenAnswerAt })).toMatchObject({ code: 'created' });
  });

  it('withdraws a link with an answer that the user saw; its page is not found, and the answer is still shown', async () => {
    const link = await madeLink();
    await postAnswer(link.token, { answer: 'declined', message: 'canary' });
    const seenAnswerAt = (await shownTo(link.orderId))?.answeredAt ?? null;
    for (const other of [undefined, null, '2026-01-01T00:00:00.000Z'])
      expect(await withdraw(link, other)).toMatchObject({ code: 'answered', answeredAt: seenAnswerAt });
    expect((await openConfirmPage(link.token)).status).toBe(200);
    for (let press = 0; press < 2; press++)
      expect(await withdraw(link, seenAnswerAt)).toEqual({ code: 'withdrawn', status: 200 });
    const [page, unknown] = [await openConfirmPage(link.token), await openConfirmPage('A'.repeat(43))];
    expect([page.status, await page.text()]).toEqual([404, await unknown.text()]);
    expect(await shownTo(link.orderId)).toMatchObject({
      state: 'declined',
      message: 'canary',
      answeredAt: seenAnswerAt,
    });
  });

  it('lets a page of an earlier release, which does not say what it showed, ask again after an answer', async () => {
    const link = await madeLink();
    await postAnswer(link.token, { answer: 'declined', message: '' });
    const command = { installId, orderId: link.orderId, linkId: randomUUID(), replaces: false };
    expect(await createOrderLink(context, CreateOrderLinkCommand.parse(command))).toMatchObject({
      code: 'created',
    });
  });

  it('does not lose an answer that is stored at the same time as a new link or a withdrawal', async () => {
    const attempts = [
      (link: Made) => make(link.orderId, randomUUID(), { replaces: true }),
      (link: Made) => withdraw(link),
      // The order has changed since the link was made. So a request for a new link replaces the link even without
      // `replaces`.
      async (link: Made) => {
        const payment = { amount_minor: 1_000 };
        await world.sandbox.control('POST', `/orders/${link.orderId}/payments`, payment);
        return make(link.orderId);
      },
    ];
    for (let round = 0; round < 12; round++) {
      const link = await madeLink();
      const attempt = attempts[round % 3];
      const [posted, outcome] = await Promise.all([postAnswer(link.token), attempt?.(link)]);
      const isStored = (await rowOf(link)).answer !== null;
      expect([posted.status, outcome?.code === 'answered']).toEqual([isStored ? 303 : 404, isStored]);
    }
  });

  it('is refused for an order that the store does not have, and for one that has ended', async () => {
    expect(await make('ord_unknown')).toEqual({ code: 'not_found', status: 404 });
    const link = await madeLink();
    const { orderId } = link;
    const operationId = randomUUID();
    const cancel = SetOrderStatusCommand.parse({ installId, operationId, orderId, status: 'cancelled' });
    expect(await setOrderStatus(context, cancel)).toMatchObject({ code: 'succeeded' });
    expect(await make(orderId)).toEqual({ code: 'order_ended', status: 409 });
    expect((await openConfirmPage(link.token)).status).toBe(404);
    expect((await postAnswer(link.token)).status).toBe(404);
    expect((await rowOf(link)).answer).toBeNull();
    // The order is cancelled. So the order page shows no link that waits for an answer, and offers no new link.
    expect(await shownTo(orderId)).toBeNull();
  });
});

describe('the page of the link', () => {
  it('shows the order in both languages and changes nothing', async () => {
    const link = await madeLink({ customer: { name: '<b>سلمى</b> الخطيب', phone: '+963944123456' } });
    const before = await rowOf(link);
    const arabic = await (await openConfirmPage(link.token)).text();
    const english = await (await openConfirmPage(link.token, { query: '?lang=en' })).text();
    expect((await openConfirmPage(link.token, { method: 'HEAD' })).status).toBe(200);
    expect(arabic).toContain('dir="rtl"');
    expect(arabic).toContain('أؤكد طلبي');
    expect(english).toContain('dir="ltr"');
    expect(english).toContain('I confirm my order');
    for (const page of [arabic, english]) {
      expect(page).toContain('30,000');
      expect(page).toContain('تغليف هدية');
      expect(page).toContain('&lt;b&gt;');
      expect(page).not.toMatch(/<b>|944123456|<script/);
    }
    expect(await rowOf(link)).toEqual(before);
  });

  it('is the same 404 whether the token is hostile, shortened, expired, withdrawn or of a removed app', async () => {
    const [expired, withdrawn] = [await madeLink(), await madeLink()];
    await world.system('UPDATE order_links SET expires_at = now() WHERE id = $1', [expired.linkId]);
    expect(await withdraw(withdrawn)).toEqual({ code: 'withdrawn', status: 200 });
    expect(await withdraw(withdrawn)).toEqual({ code: 'withdrawn', status: 200 });
    const tokens = [
      expired.token,
      withdrawn.token,
      expired.token.slice(0, -1),
      `${expired.token}A`,
      'A'.repeat(43),
      '..',
      'é'.repeat(43),
      "' OR 1=1--",
      '\0',
    ];
    const pages = [];
    for (const token of tokens)
      for (const response of [await openConfirmPage(token), await postAnswer(token)])
        pages.push([response.status, [...response.headers], await response.text()]);
    expect(pages[0]?.[0]).toBe(404);
    for (const page of pages) expect(page).toEqual(pages[0]);
    expect(await shownTo(expired.orderId)).toMatchObject({ state: 'expired' });
    expect(await shownTo(withdrawn.orderId)).toBeNull();
    const answered = await world.system(
      'SELECT 1 FROM order_links WHERE answer IS NOT NULL AND id = ANY($1)',
      [[expired.linkId, withdrawn.linkId]],
    );
    expect(answered).toEqual([]);
  });

  it('is not found any more when the store has removed the app', async () => {
    const link = await madeLink();
    const revoke = (at: string) =>
      world.system(`UPDATE installs SET revoked_at = ${at} WHERE install_id = $1`, [installId]);
    await revoke('now()');
    const status = (await openConfirmPage(link.token)).status;
    await revoke('NULL');
    expect(status).toBe(404);
    expect((await openConfirmPage(link.token)).status).toBe(200);
  });
});

describe('the answer of the customer', () => {
  it('is stored once with its evidence; the same answer again changes nothing, and another one is refused', async () => {
    const link = await madeLink();
    expect((await postAnswer(link.token)).headers.get('location')).toBe(`/o/${link.token}`);
    const stored = await rowOf(link);
    expect(stored.answer).toBe('confirmed');
    expect((await postAnswer(link.token)).status).toBe(303);
    const other = await postAnswer(link.token, { answer: 'declined', message: '<i>اللون\nأحمر' });
    expect(other.status).toBe(409);
    const page = await other.text();
    expect(page).toContain('لم نغيّر ردّك الأول');
    // The app did not store the customer's text. The page shows the text again, so that the customer can copy it.
    expect(page).toContain('لم يُرسل: <bdi>&lt;i&gt;اللون\nأحمر</bdi>');
    expect(await rowOf(link)).toEqual(stored);
    expect(JSON.stringify(stored)).not.toMatch(/192\.0\.2\.1|Phone\/1/);
    const detail = await tenantDb(installId).transaction(async (tx) => {
      const row = await tx.orderLink.findUnique({ where: { installId_id: { installId, id: link.linkId } } });
      return row && answerDetailOf(row);
    });
    expect(detail).toEqual({ address: '192.0.2.1', userAgent: 'Phone/1', message: '' });
    expect(await shownTo(link.orderId)).toMatchObject({
      state: 'confirmed',
      message: null,
      hasMessage: false,
    });
  });

  it('of 20 different answers at the same time is the first one, and all others are refused', async () => {
    const link = await madeLink();
    const fields: Record<string, string>[] = [{}, { answer: 'declined', message: 'لا' }];
    const posts = Array.from({ length: 20 }, (_, index) => postAnswer(link.token, fields[index % 2]));
    const statuses = (await Promise.all(posts)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 303)).toHaveLength(10);
    expect(statuses.filter((status) => status === 409)).toHaveLength(10);
  });

  it('is a wish for a change only with a text, which the merchant reads if the role allows it', async () => {
    const link = await madeLink();
    const empty = await postAnswer(link.token, { answer: 'change_requested', message: ' \r\n ' });
    expect([empty.status, (await rowOf(link)).answer]).toEqual([422, null]);
    const wish = { answer: 'change_requested', message: 'اللون الأزرق\r\nمن فضلك' };
    expect((await postAnswer(link.token, wish)).status).toBe(303);
    expect((await postAnswer(link.token, wish)).status).toBe(303);
    expect((await postAnswer(link.token, { ...wish, message: 'أحمر' })).status).toBe(409);
    const message = 'اللون الأزرق\nمن فضلك';
    expect(await shownTo(link.orderId)).toMatchObject({ state: 'change_requested', message });
    expect(await shownTo(link.orderId, { ...context, role: 'viewer' })).toMatchObject({
      message: null,
      hasMessage: true,
    });
    // The screen no longer offers to withdraw a withdrawn link. Its answer stays.
    const seenAnswerAt = (await shownTo(link.orderId))?.answeredAt ?? null;
    expect(await shownTo(link.orderId)).toMatchObject({ linkId: link.linkId });
    expect(await withdraw(link, seenAnswerAt)).toEqual({ code: 'withdrawn', status: 200 });
    expect(await shownTo(link.orderId)).toMatchObject({ state: 'change_requested', message, linkId: null });
  });

  it('is announced to the screens by the id of the order, without any of its words', async () => {
    const link = await madeLink();
    const changes: LiveChange[] = [];
    const subscription = onLiveChange(
      (change) => changes.push(change),
      () => undefined,
    );
    await subscription.ready;
    await postAnswer(link.token, { answer: 'declined', message: 'canary' });
    const announced = { installId, kind: 'order', id: link.orderId };
    await eventually('the answer is announced', async () => changes.some(({ id }) => id === link.orderId));
    subscription.stop();
    expect(changes).toContainEqual(announced);
    expect(JSON.stringify(changes)).not.toContain('canary');
  });

  it.each([
    ['from another page', { origin: 'https://evil.example' }, 403],
    ['without an origin', { origin: 'null' }, 403],
    ['as JSON', { 'content-type': 'application/json' }, 400],
  ])('%s is refused and changes nothing', async (_, headers, status) => {
    const link = await madeLink();
    expect((await postAnswer(link.token, {}, headers)).status).toBe(status);
    expect((await rowOf(link)).answer).toBeNull();
  });

  it('must be one of the three, with at most 2,000 characters', async () => {
    const link = await madeLink();
    const declined = (message: string) => postAnswer(link.token, { answer: 'declined', message });
    expect((await postAnswer(link.token, { answer: 'paid' })).status).toBe(400);
    expect((await declined('\0')).status).toBe(400);
    expect((await declined('x'.repeat(2_001))).status).toBe(400);
    expect((await declined('x'.repeat(17_000))).status).toBe(413);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const body of ['', '%', '__proto__=1'])
      expect((await postConfirmBody(link.token, body, headers)).status).toBe(400);
    expect((await rowOf(link)).answer).toBeNull();
  });
});

describe('the data of the links', () => {
  it('belongs to one store: another store can neither withdraw the link nor make one for its order', async () => {
    const link = await madeLink();
    const other = await installContext(await world.install({ store: 1 }));
    const { orderId, linkId } = link;
    expect(
      await withdrawOrderLink(other, { installId: other.installId, orderId: orderId as never, linkId }),
    ).toEqual({ code: 'not_found', status: 404 });
    expect(await make(orderId, linkId, { replaces: true }, other)).toEqual({
      code: 'not_found',
      status: 404,
    });
    const seen = await other.db.transaction((tx) => tx.orderLink.count());
    expect(seen).toBe(0);
    expect((await openConfirmPage(link.token)).status).toBe(200);
  });

  it('is deleted after the retention time of the store, counted from the end of the link', async () => {
    const [old, recent] = [await madeLink(), await madeLink()];
    const age = "UPDATE order_links SET expires_at = now() - $2 * interval '1 day' WHERE id = $1";
    await world.system(age, [old.linkId, 731]);
    await world.system(age, [recent.linkId, 1]);
    expect(await purgeOrderLinks()).toBe(1);
    expect(await rowOf(old)).toEqual({});
    expect(await rowOf(recent)).not.toEqual({});
  });

  it('is erased with the person, and the link leads nowhere', async () => {
    const phone = '+963933000999';
    const link = await madeLink({ customer: { name: 'رامي الحداد', phone } });
    await postAnswer(link.token, { answer: 'declined', message: 'canary' });
    await world.system(`UPDATE operations SET ended_at = now() WHERE ended_at IS NULL`);
    const command = DeletePersonCommand.parse({ installId, phone: '0933 000 999' });
    expect(await deletePerson(context, command)).toMatchObject({ code: 'deleted', orders: 1 });
    expect(await rowOf(link)).toEqual({});
    expect((await openConfirmPage(link.token)).status).toBe(404);
  });
});
