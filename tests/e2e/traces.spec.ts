import { expect, test } from 'playwright/test';
import { choosePickup } from '@/tests/support/e2e/choose-pickup';
import { openAlone, openStore } from '@/tests/support/e2e/open-store';
import { pickCustomLine } from '@/tests/support/e2e/pick-custom-line';
import { expectConfirmed } from '@/tests/support/e2e/technical-details';
import { pathOf, startTraceCollector, type TraceCollector } from '@/tests/support/operating/trace-collector';
import { asSystem } from '@/tests/support/stack/as-system';
import { type Stack, startStack } from '@/tests/support/stack/stack';

let collector: TraceCollector;
let stack: Stack;

test.beforeAll(async ({}, testInfo) => {
  testInfo.setTimeout(300_000);
  collector = await startTraceCollector();
  stack = await startStack('test-results/traces', { appEnv: collector.env });
});
test.afterAll(async () => {
  await stack.stop();
  await collector.stop();
});

test('one trace follows an order from the button to its row, through outbox, delivery, inbox and read', async ({
  browser,
}) => {
  const store = await openStore(stack, 'USD');
  const { words } = store;
  const page = await openAlone(browser, stack, store, { path: '/orders/new' });
  await pickCustomLine(page, words, 'Gift wrap');
  await page
    .getByRole('textbox', { name: new RegExp(`^${words.newOrder.line.price}`) })
    .last()
    .fill('5');
  await choosePickup(page, words);
  const name = page.getByRole('textbox', { name: words.newOrder.customer.name, exact: true });
  await name.first().fill('Canaria Zyxwer');
  await page.getByRole('textbox', { name: words.newOrder.customer.phone }).fill('+963 944 765 432');
  await page.getByRole('button', { name: words.newOrder.create }).filter({ visible: true }).click();
  await expectConfirmed(page, words);
  // On a busy machine, the event of the new order may arrive before the app has stored the platform's response. An
  // event that arrives so early is not in the trace. So the test adds a payment, which causes one more event of the
  // order.
  const [order] = await asSystem<{ id: string }>(
    stack,
    'SELECT order_id AS id FROM created_orders WHERE install_id = $1',
    [store.installId],
  );
  await stack.sandbox.control('POST', `/orders/${order?.id}/payments`, { amount_minor: 500 });

  const trace = () => {
    const root = collector.spans.find(({ attributes }) => attributes['operation.kind'] === 'create_order');
    const spans = collector.spans.filter(({ traceId }) => traceId === root?.traceId);
    return [...new Set(spans.map((span) => `${span.service}: ${pathOf(span, spans).join(' > ')}`))];
  };
  const record = 'action > operation.record';
  const read = `${record} > mark.read`;
  await expect
    .poll(trace)
    .toEqual(
      expect.arrayContaining([
        'daftar-app: action',
        `daftar-app: ${record}`,
        `daftar-app: ${record} > operation.send > platform.request`,
        `daftar-app: ${record} > operation.send > mirror.write`,
        `daftar-worker: ${record} > inbox.event`,
        `daftar-worker: ${read} > platform.request`,
        `daftar-worker: ${read} > mirror.write`,
      ]),
    );

  // Next creates spans of its own, which contain whole URLs. The app must not export any of these spans.
  const prefixes = /^(action|route|quote|operation|platform|webhook|inbox|mark|mirror|sweep)\b/;
  expect(collector.spans.map((span) => span.name).filter((one) => !prefixes.test(one))).toEqual([]);
  expect(collector.spans.some((span) => span.name === 'route')).toBe(true);
  const all = collector.bodies.join('\n');
  for (const word of ['Canaria', 'Zyxwer', '944765432', 'Gift wrap', 'Bearer', '?'])
    expect(all.includes(word), word).toBe(false);
  await page.context().close();
});
