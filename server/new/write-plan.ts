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
const requirements = 'docs/platform/requirements.tsv';

/** The command that updates `generated` after a change of the contract. */
const updateGenerated =
  'npm run test:integration -- tests/integration/sandbox/api/generated-client.test.ts --update';

/**
 * Returns the plan (files and changes) of a new write on one order, sent as POST /orders/{id}/PATH. `label` is the name
 * of the field of its form.
 */
export function planWrite(name: NewWrite, words: Words, label: Words): Plan {
  const { kebab } = name;
  return {
    steps: [
      ...platform(name),
      ...(name.shows === null ? [] : orderField(name, name.shows)),
      ...sandbox(name, words),
      ...app(name),
      ...screen(name, words, label),
      ...testSteps(name),
    ],
    test: {
      command: `npm run test:integration -- tests/integration/sandbox/orders/${kebab}.test.ts`,
      until: 'the rule of the sandbox is written',
    },
    after: [
      `${updateGenerated} && npm run coverage:docs # updates platform-api.d.ts and docs/coverage.md`,
      'npm run typecheck && npx vitest run --project unit tests/lint',
      'npm run test:integration -- tests/integration/app/operations tests/integration/sandbox',
      'npm run build && npx playwright test entry-points roles',
    ],
  };
}

function platform(name: NewWrite): Step[] {
  const { path, scope, camel, pascal, field, shows, ids } = name;
  return [
    {
      file: requirements,
      todo:
        `Write one row for each statement of the platform document: id (${ids}-1, ${ids}-2, …), side (app, sandbox or ` +
        `both) and statement, with a tab between them. ${ids}-1 is an example, which the test of the sandbox cites. A ` +
        'test must cite each id in its name; for "both", a test of the sandbox is enough.',
      changes: [addRequirement(name)],
    },
    {
      file: 'lib/platform/contract/orders.ts',
      todo:
        `At the end: check the fields of ${pascal}Body. The comment has examples.` +
        (shows === null ? '' : ` Check the field "${shows}" of OrderDetail too.`),
      changes: [
        addDeclaration(`${pascal}Body`, files.body(name)),
        ...(shows === null ? [] : [after('OrderDetail', 'attributes', shows, files.orderField(name, shows))]),
      ],
    },
    {
      file: 'lib/platform/contract/endpoints.ts',
      onlyIf:
        `the platform document differs from this: POST /orders/{id}/${path}, scope ${scope}, an Idempotency-Key, status ` +
        '200, the answer { data: the order }, and the errors 400, 403, 404 and 409 (conflict).',
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
            replaceEach(
              member.replace(/\/\*\* @enum \{string\} \*\/\s+status: [^;]+;/, `${field}: string;`),
              {
                setOrderStatus: camel,
              },
            ),
        ),
      ],
    },
  ];
}

/** Returns the steps that add the field of an order that shows what the write has stored. */
function orderField(name: NewWrite, shows: string): Step[] {
  return [
    {
      file: 'sandbox/world/records.ts',
      onlyIf: `the field "${shows}" of an order is not the body of the write, but for example only a time.`,
      changes: [
        addImport('commerce-platform-client/contract/orders', `${name.pascal}Body`, { isType: true }),
        after('OrderRecord', 'attributes', shows, files.recordField(name, shows)),
      ],
    },
    {
      file: 'sandbox/domain/orders/order-answers.ts',
      onlyIf: `the field "${shows}" of an order differs from the value in the record of the sandbox.`,
      changes: [after('projectOrderDetail', 'attributes', shows, `${shows}: order.${shows} ?? null,`)],
    },
    {
      file: 'tests/integration/sandbox/api/fields.test.ts',
      onlyIf: `the field "${shows}" of an order is not an object. A time is ${shows}:string?`,
      changes: [insertOnce('note:string? attributes:object', `\n    ${shows}:object?`)],
    },
    {
      file: 'lib/mirror/orders/order-mirror.server.ts',
      changes: [insertOnce('customer: _c,', `\n    ${shows}: _${shows},`)],
    },
    {
      file: 'lib/orders/order/read-order.server.ts',
      onlyIf: `the field "${shows}" can never name a person. Users without the right to see persons do not see it now. Then remove it from the parameters of withoutPerson.`,
      changes: [insertOnce('withoutPerson({ customer, shipping_address, note,', ` ${shows},`)],
    },
  ];
}

/** Returns a change that inserts a text after the place, which must be in the file exactly once. */
const insertOnce =
  (place: string, text: string): Change =>
  (source) => {
    if (source.split(place).length !== 2) throw new Error(`the file must have "${place}" exactly once`);
    return source.replace(place, place + text);
  };

/** Returns a change that adds the first requirement of the endpoint. */
const addRequirement =
  ({ ids, path }: NewWrite): Change =>
  (source) => {
    if (new RegExp(`^${ids}-`, 'm').test(source))
      throw new Error(
        `there are already requirements ${ids}-…. Pass other letters with --ids, like --ids HLD.`,
      );
    const statement = `POST /orders/{id}/${path} changes the order once, even if it is sent twice with one key`;
    return `${source.trimEnd()}\n${ids}-1\tboth\t${statement}\n`;
  };

function sandbox(name: NewWrite, { en, ar }: Words): Step[] {
  const { kebab, camel } = name;
  return [
    {
      file: `tests/integration/sandbox/orders/${kebab}.test.ts`,
      todo: 'Add a test for each refusal of the platform document. The comment has an example.',
      create: files.sandboxTest(name),
    },
    {
      file: `sandbox/domain/orders/${kebab}.ts`,
      todo: 'Write the rule: what the platform refuses, and what the write changes. The comments have examples.',
      create: files.sandboxRule(name),
    },
    {
      file: 'sandbox/http/api-handlers.ts',
      onlyIf: 'the answer is not the order.',
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
      todo:
        name.shows === null
          ? 'Write "reconcile": which read proves the effect after an unknown outcome. The comment has an example.'
          : 'Check "isShown": it compares the order with the body after an unknown outcome.',
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

function screen(name: NewWrite, words: Words, label: Words): Step[] {
  const { kebab, camel, pascal, shows } = name;
  const folder = `components/orders/detail/${kebab}`;
  const isTranslated = ![words.ar, label.ar].some((text) => text.startsWith(unwritten));
  const onlyIf = `you add or change a text. The title and the button have the name of the write. The texts of the card are in the group "${camel}", in both languages.`;
  return [
    {
      file: `${folder}/${kebab}-card.tsx`,
      todo: 'Check the form, and when a person may use it. The comments have examples.',
      create: files.card(name),
    },
    {
      file: 'components/orders/detail/order-screen.tsx',
      onlyIf: 'the card must have another place than below the refunds, or does not use `view`.',
      changes: [
        addImport(`@/${folder}/${kebab}-card`, `${pascal}Card`),
        after(
          'OrderScreen',
          '<RefundsCard>',
          `<${pascal}Card>`,
          `<${pascal}Card target={target} view={view} action={actions.${camel}} />`,
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
      onlyIf,
      changes: messages(name, {
        name: words.en,
        value: label.en,
        sent: 'Done',
        notPossible: 'The present status of the order does not allow this.',
        check:
          shows === null
            ? 'open the order in the store admin and see whether it has this change.'
            : 'open the order and see whether it has this change.',
      }),
    },
    {
      file: 'messages/ar.json',
      ...(isTranslated ? { onlyIf } : { todo: `Replace each text that begins with "${unwritten}".` }),
      changes: messages(name, {
        name: words.ar,
        value: label.ar,
        sent: 'تم',
        notPossible: 'حالة الطلب الآن لا تسمح بهذا.',
        check:
          shows === null
            ? 'افتح الطلب في لوحة المتجر وانظر هل ظهر هذا التغيير فيه.'
            : 'افتح الطلب وانظر هل ظهر هذا التغيير فيه.',
      }),
    },
  ];
}

type CardWords = { name: string; value: string; sent: string; notPossible: string; check: string };

function messages(
  { camel, snake }: NewWrite,
  { name, value, sent, notPossible, check }: CardWords,
): Change[] {
  return [
    addMessage([camel], { title: name, value, send: name, sent, notPossible }),
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
