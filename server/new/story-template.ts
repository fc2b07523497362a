import { type Field, textExample } from './fields';
import { acceptedStatus, type NewWrite } from './new-name';

/** Returns the text of the browser story of a new write: it opens the card of the write and presses its button once. */
export function story(name: NewWrite): string {
  const { kebab, camel, snake, fields, answer } = name;
  return `import { expect } from 'playwright/test';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import { takeBrowserErrors } from '@/tests/support/e2e/merchant';
import { desktop, phone } from '@/tests/support/e2e/open-store';
import { expectAccessible, openLocalizedStore, openTab } from '@/tests/support/e2e/order-tab';
import { sell } from '@/tests/support/e2e/store-orders';
import type { Stack } from '@/tests/support/stack/stack';

let stack: Stack;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('${kebab}', fewPastOrders);
});
test.afterEach(() => expect(takeBrowserErrors()).toEqual([]));

/** Returns the kinds of the writes that the platform has made to the order. */
async function effectsOn(orderId: string): Promise<string[]> {
  type Effect = { kind: string; id: string };
  const { data } = await stack.sandbox.control<{ data: Effect[] }>('GET', '/effects');
  return data.filter(({ id }) => id === orderId).map(({ kind }) => kind);
}

for (const { screen, language, words, viewport } of [
  { screen: 'in Arabic on a phone', language: 'ar', words: ar, viewport: phone },
  { screen: 'in English', language: 'en', words: en, viewport: desktop },
])
  test(\`\${screen}, a press of the button of ${kebab} changes the order at the platform once\`, async ({
    browser,
  }) => {
    const store = await openLocalizedStore(stack, words);
    const { id } = await sell(store, { quantities: [1], status: '${acceptedStatus(name)}' });
    const tab = await openTab(browser, store, id, viewport);
    const { app, page } = tab;
    const texts = words.${camel};
    const button = { name: texts.send, exact: true };
    const form = app.locator('form', { has: page.getByRole('button', button) });
${fields.map((field) => `    ${fill(field)}`).join('\n')}
    await expectAccessible(tab, \`${kebab}-\${language}\`);
    await form.getByRole('button', button).click();
    const reason = 'the sandbox makes the write: its rule is sandbox/domain/orders/${kebab}.ts';
    await expect.poll(() => effectsOn(id), { message: reason }).toEqual(['order.${snake}']);
    // The first text is the toast. The second one is read by screen readers.
    await expect(app.getByText(${answer ? "texts.sentWith.split('<')[0] ?? ''" : 'texts.sent'}).first()).toBeVisible();
    expect(await effectsOn(id)).toEqual(['order.${snake}']);
    await tab.close();
  });
`;
}

/** Returns the statement that fills in the control of a field with a value that the card and the sandbox accept. */
function fill({ name, type, values, lengthMax }: Field): string {
  const control = `await form.getByLabel(texts.fields.${name}, { exact: true })`;
  switch (type) {
    case 'text':
      return `${control}.fill('${textExample(lengthMax)}');`;
    case 'number':
    case 'money':
      return `${control}.fill('1');`;
    case 'date':
    case 'time':
      return `${control}.fill('2020-01-01');`;
    case 'boolean':
      return `${control}.check();`;
    case 'enum':
      return `${control}.selectOption('${values[0] ?? ''}');`;
  }
}
