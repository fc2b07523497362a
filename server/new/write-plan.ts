import {
  addAfter as after,
  addDeclaration,
  addImport,
  addMessage,
  type Change,
  copyEntry,
} from './edit-source';
import type { NewWrite } from './new-name';
import { type Plan, type Step, unwritten } from './plan';
import { testSteps } from './test-steps';
import * as files from './write-templates';

/** The name of a new write on the screens, in English and Arabic. */
export type Words = { en: string; ar: string };

const page = 'app/(admin)/i/[installId]/orders/[orderId]';
const commands = 'lib/orders/order/order-commands';
const generated = 'tests/integration/sandbox/api/generated/platform-api.d.ts';

/** Returns the plan (files and changes) of a new write on one order, sent as POST /orders/{id}/PATH. */
export function planWrite(name: NewWrite, words: Words): Plan {
  const { kebab } = name;
  return {
    steps: [
      ...platform(name),
      ...sandbox(name, words),
      ...app(name),
      ...screen(name, words),
      ...testSteps(name),
    ],
    test: {
      command: `npm run test:integration -- tests/integration/sandbox/orders/${kebab}.test.ts`,
      until: 'the rule of the sandbox is written',
    },
    after: [
      'npm run coverage:docs',
      'npm run typecheck && npx vitest run --project unit tests/lint',
      'npm run test:integration -- tests/integration/app/operations tests/integration/sandbox',
      'npm run build && npx playwright test entry-points roles',
    ],
  };
}

function platform(name: NewWrite): Step[] {
  const { path, scope, camel, pascal } = name;
  return [
    {
      file: 'lib/platform/contract/orders.ts',
      todo: `Replace the field "value" of ${pascal}Body by the fields of the platform document.`,
      changes: [addDeclaration(`${pascal}Body`, files.body(name))],
    },
    {
      file: 'lib/platform/contract/endpoints.ts',
      todo: 'Check the method, path, scope, status, answer and errors of the endpoint against the platform document.',
      changes: [
        addImport('./orders', `${pascal}Body`),
        after('endpoints', 'setOrderStatus', camel, files.endpoint(name)),
      ],
    },
    {
      file: 'lib/platform/client.ts',
      changes: [after('createPlatformClient', 'setOrderStatus', camel, files.clientFunction(name))],
    },
    {
      file: generated,
      changes: [
        copyEntry(
          {
            within: 'paths',
            of: '/orders/{id}/refunds',
            after: '/orders/{id}/status',
            key: `/orders/{id}/${path}`,
          },
          (member) =>
            replaceEach(member, {
              '/orders/{id}/refunds': `/orders/{id}/${path}`,
              'refunds:write': scope,
              createRefund: camel,
            }),
        ),
        copyEntry(
          { within: 'operations', of: 'setOrderStatus', after: 'setOrderStatus', key: camel },
          (member) =>
            replaceEach(member.replace(/\/\*\* @enum \{string\} \*\/\s+status: [^;]+;/, 'value: string;'), {
              setOrderStatus: camel,
            }),
        ),
      ],
    },
  ];
}

function sandbox(name: NewWrite, { en, ar }: Words): Step[] {
  const { kebab, camel } = name;
  return [
    {
      file: `tests/integration/sandbox/orders/${kebab}.test.ts`,
      todo: 'Read what the test expects. Add a test for each refusal of the platform document.',
      create: files.sandboxTest(name),
    },
    {
      file: `sandbox/domain/orders/${kebab}.ts`,
      todo: 'Write the rule: what the platform refuses, and what the write changes.',
      create: files.sandboxRule(name),
    },
    {
      file: 'sandbox/http/api-handlers.ts',
      changes: [
        addImport(`@/sandbox/domain/orders/${kebab}`, camel),
        after('apiHandlers', 'setOrderStatus', camel, files.handler(name)),
      ],
    },
    {
      file: 'sandbox/docs-text.ts',
      changes: [
        after('english', 'setOrderStatus', camel, `${camel}: ${quote(en)},`),
        after('arabic', 'setOrderStatus', camel, `${camel}: ${quote(ar)},`),
      ],
    },
  ];
}

function app(name: NewWrite): Step[] {
  const { kebab, camel, pascal, snake } = name;
  return [
    {
      file: `${commands}.ts`,
      changes: [
        addImport('commerce-platform-client/contract/orders', `${pascal}Body`),
        addDeclaration(`${pascal}Command`, files.command(name)),
      ],
    },
    {
      file: `lib/orders/order/${kebab}.server.ts`,
      todo: 'Write "reconcile": which read proves the effect after an unknown outcome.',
      create: files.useCase(name),
    },
    {
      file: 'lib/orders/order-kinds.server.ts',
      changes: [
        addImport(`@/lib/orders/order/${kebab}.server`, `${camel}Kind`),
        after('orderKinds', 'setOrderStatusKind', `${camel}Kind`, `${camel}Kind,`),
      ],
    },
    {
      file: 'lib/shared/operations/kind-endpoints.ts',
      changes: [after('endpointOfKind', 'set_order_status', snake, `${snake}: '${camel}',`)],
    },
    {
      file: `${page}/actions.ts`,
      changes: [
        addImport(`@/${commands}`, `${pascal}Command`),
        addImport(`@/lib/orders/order/${kebab}.server`, camel),
        addDeclaration(`${camel}Action`, files.action(name)),
      ],
    },
  ];
}

function screen(name: NewWrite, words: Words): Step[] {
  const { kebab, camel, pascal } = name;
  const folder = `components/orders/detail/${kebab}`;
  const isTranslated = !words.ar.startsWith(unwritten);
  return [
    {
      file: `${folder}/${kebab}-card.tsx`,
      todo: 'Write the form. When may a person use it, and what does the screen show then?',
      create: files.card(name),
    },
    {
      file: 'components/orders/detail/order-screen.tsx',
      todo: 'Choose the place of the card.',
      changes: [
        addImport(`@/${folder}/${kebab}-card`, `${pascal}Card`),
        after(
          'OrderScreen',
          '<RefundsCard>',
          `<${pascal}Card>`,
          `<${pascal}Card target={target} action={actions.${camel}} />`,
        ),
      ],
    },
    {
      file: `${page}/page.tsx`,
      changes: [
        addImport('./actions', `${camel}Action`),
        after('OrderPage', 'setOrderStatus', camel, `${camel}: ${camel}Action,`),
      ],
    },
    {
      file: 'lib/xray/screens/order.ts',
      changes: [after('order', 'name: orderStatus', `name: ${camel}`, files.xrayBlock(name))],
    },
    {
      file: 'messages/en.json',
      todo: 'Check the words. "activity.review.check" says what a person looks at after an unknown outcome.',
      changes: messages(name, {
        name: words.en,
        value: 'Value',
        sent: 'Done',
        check: 'open the order and see whether it has this change.',
      }),
    },
    {
      file: 'messages/ar.json',
      todo: isTranslated ? 'Check the words.' : `Replace each text that begins with "${unwritten}".`,
      changes: messages(name, {
        name: words.ar,
        value: 'القيمة',
        sent: 'تم',
        check: 'افتح الطلب وانظر هل ظهر هذا التغيير فيه.',
      }),
    },
  ];
}

type CardWords = { name: string; value: string; sent: string; check: string };

function messages({ camel, snake }: NewWrite, { name, value, sent, check }: CardWords): Change[] {
  return [
    addMessage([camel], { title: name, value, send: name, sent }),
    addMessage(['activity', 'kind', snake], name),
    addMessage(['activity', 'review', 'check', snake], check),
    // The text is inserted after `orderStatus`. At the end of the group, it would change the context lines of
    // docs/recipes/add-a-screen.diff, and this diff could no longer be applied.
    addMessage(['xray', 'blocks', camel], name, 'orderStatus'),
  ];
}

/** Returns a string literal of TypeScript with single quotes. */
const quote = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;

function replaceEach(text: string, words: Readonly<Record<string, string>>): string {
  return Object.entries(words).reduce((changed, [from, to]) => changed.replaceAll(from, to), text);
}
