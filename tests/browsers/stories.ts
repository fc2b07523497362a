import { z } from 'zod';
import { InstallId } from 'commerce-platform-client/contract/ids';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { installStore } from '@/tests/support/e2e/install-store';
import { storeWith } from '@/tests/support/e2e/merchant';
import { dumpOf } from '@/tests/support/e2e/store-orders';
import { digits, quoteCommand } from '@/tests/support/integration/quote-command';
import { eventually } from '@/tests/support/stack/eventually';
import { startProgram } from '@/tests/support/stack/program';
import type { Stack } from '@/tests/support/stack/stack';
import type { RemoteBrowser, Target } from './remote-browser';

/**
 * The stories, by their names. They run in this order. A story is a sequence of actions of a person in a browser. It
 * throws an error if the app did not behave as expected.
 */
export const stories: Record<string, (browser: RemoteBrowser, stack: Stack) => Promise<void>> = {
  // This story must run first, because it needs a browser without a session of another store.
  'without a launch token, a window signs in and hands the session over to the iframe': async (
    browser,
    stack,
  ) => {
    const { id: storeId, name } = await storeWith(stack, 'USD');
    const installId = await installStore(stack, storeId);
    await browser.goTo(`${stack.sandbox.origin}/admin/stores/${storeId}/apps/${installId}?launch=none`);
    const [admin = ''] = await browser.windows();
    await eventually('the iframe is there', () => browser.enterFrame());
    await press(browser, { role: 'button', name: en.entry.signIn.action });
    const window = await eventually('the sign-in window opens', async () =>
      (await browser.windows()).find((one) => one !== admin),
    );
    await browser.switchTo(window);
    await press(browser, { role: 'button', name });
    await eventually('the sign-in window closes', async () => (await browser.windows()).length === 1);
    await browser.switchTo(admin);
    await untilOpen(browser);
  },

  'installs the app, and the launch token signs the iframe in': async (browser, stack) => {
    const { id: storeId } = await storeWith(stack, 'SYP');
    await browser.goTo(`${stack.sandbox.origin}/admin/stores/${storeId}/apps`);
    await press(browser, { css: 'a[href*="/install?store="]' });
    await untilEqual(browser, `String(document.querySelector('button[value=accept]') !== null)`, 'true');
    while (await browser.press({ css: 'input[type=checkbox]:not(:checked)' })) continue;
    await press(browser, { css: 'button[value=accept]' });
    await untilOpen(browser);
    await untilEqual(browser, 'document.documentElement.dir', 'rtl');
    await untilEqual(browser, `String(document.body.innerText.includes('${ar.frame.orders}'))`, 'true');
  },

  'creates an order at an agreed price, and the webhook confirms it on the open page': async (
    browser,
    stack,
  ) => {
    const { storeId, installId } = await installOf(stack, 'USD');
    const returnTo = encodeURIComponent(`/i/${installId}/orders/new`);
    await browser.goTo(
      `${stack.sandbox.origin}/admin/stores/${storeId}/apps/${installId}?returnTo=${returnTo}`,
    );
    await untilOpen(browser);
    const { newOrder, confirmation } = en;
    // Before the form is hydrated (before React handles its events), a press opens no list. So the press is repeated.
    // The code of the picker is loaded on first use, and until then the list shows a placeholder without options. So an
    // option in the list shows that the code of the picker is loaded.
    await eventually('the picker is open', async () => {
      await press(browser, { role: 'combobox', name: newOrder.picker.label });
      return (await browser.evaluate(`String(document.querySelector('[role=option]') !== null)`)) === 'true';
    });
    await browser.type('Gift wrapping');
    await untilEqual(browser, `String(document.querySelectorAll('[role=option]').length)`, '1');
    await press(browser, { css: '[role=option]' });
    // A custom item has no price yet, so its price field takes the focus.
    await untilEqual(browser, 'String(document.activeElement?.inputMode)', 'decimal');
    await browser.type('12.50');
    await press(browser, { role: 'radio', name: newOrder.delivery.pickup });
    await fill(browser, { role: 'textbox', name: newOrder.customer.name }, 'Nour');
    await fill(browser, { role: 'textbox', name: newOrder.customer.phone }, '+14155552671');
    await press(browser, { role: 'button', name: newOrder.create });
    // The confirmation is in the technical details, which load their content when they are opened.
    await press(browser, { css: '[data-fold=technical] summary' });
    await untilEqual(
      browser,
      `String(document.querySelector('[data-fold=technical]')?.innerText.includes('${confirmation.confirmed}'))`,
      'true',
    );
    const sold = (await dumpOf({ stack, storeId, installId })).orders.filter(
      ({ customer }) => customer?.first_name === 'Nour',
    );
    const totals = sold.map(({ total }) => total.amount_minor);
    if (totals.join() !== '1250')
      throw new Error(`expected one order of 1250, the store has: ${totals.join()}`);
  },

  'a customer opens a quote and accepts it, and the order is created once': async (browser, stack) => {
    const { storeId, installId } = await installOf(stack, 'SYP');
    const merchant = await startProgram(stack.env);
    const command = JSON.stringify(quoteCommand(InstallId.parse(installId)));
    const sent = Sent.parse(await merchant.run('send-quote', installId, command)).value.result;
    await merchant.stop();
    await browser.goTo(`${stack.appUrl}/q/${sent.token}`);
    await fill(browser, { css: 'form#accept input[name=digits]' }, digits);
    await fill(browser, { css: 'form#accept input[name=name]' }, 'سلمى');
    await press(browser, { css: 'form#accept button.primary' });
    await untilEqual(browser, `String(document.querySelector('.note h2') !== null)`, 'true');
    await eventually('the page says that the order was created', async () => {
      await browser.goTo(`${stack.appUrl}/q/${sent.token}`);
      const title = await browser.evaluate(`String(document.querySelector('.note h2')?.textContent)`);
      return title === ar.acceptance.state.converted.title;
    });
    const orders = (await dumpOf({ stack, storeId, installId })).orders.filter(({ attributes }) =>
      JSON.stringify(attributes?.reference ?? '').includes(`"${sent.number}"`),
    );
    if (orders.length !== 1)
      throw new Error(`expected one order of quote ${sent.number}, found ${orders.length}`);
  },
};

const Sent = z.object({ value: z.object({ result: z.object({ number: z.string(), token: z.string() }) }) });

async function installOf(stack: Stack, currency: string): Promise<{ storeId: string; installId: string }> {
  const { id: storeId } = await storeWith(stack, currency);
  const { installs } = await stack.sandbox.control<{ installs: { install_id: string; store_id: string }[] }>(
    'GET',
    '',
  );
  const installId = installs.find(({ store_id }) => store_id === storeId)?.install_id;
  if (!installId) throw new Error(`the app is not installed in ${storeId}`);
  return { storeId, installId };
}

/**
 * Waits until the app's screen in the iframe is interactive. The iframe's document becomes the current
 * document.
 */
async function untilOpen(browser: RemoteBrowser): Promise<void> {
  await eventually('the app is open in the iframe', async () => {
    await browser.leaveFrame();
    if (!(await browser.enterFrame())) return false;
    // The iframe may be navigating to another page at this moment. In that case the expression cannot be evaluated, and
    // the error counts as "not open yet".
    const state = await browser
      .evaluate(`String(document.querySelector('[data-live]')?.dataset.live)`)
      .catch(() => '');
    return state === 'live';
  });
}

async function press(browser: RemoteBrowser, target: Target): Promise<void> {
  await eventually(`press ${JSON.stringify(target)}`, () => browser.press(target).catch(() => false));
}

async function fill(browser: RemoteBrowser, target: Target, text: string): Promise<void> {
  await press(browser, target);
  await browser.type(text);
}

async function untilEqual(browser: RemoteBrowser, expression: string, wanted: string): Promise<void> {
  let found = '';
  const isEqual = async () => {
    found = await browser.evaluate(expression).catch(String);
    return found === wanted;
  };
  await eventually(`${expression} is ${wanted}`, isEqual).catch((error: unknown) => {
    throw new Error(`${String(error)}; it is ${found}`);
  });
}
