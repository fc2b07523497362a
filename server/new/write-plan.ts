import { fieldsTest, orderField, orderWritten } from './answer-steps';
import { cardMessages } from './card-messages';
import { card, readsOrder } from './card-template';
import { codeMessages, codeSteps } from './code-steps';
import { addAfter as after, addDeclaration, addImport, type Change, copyEntry } from './edit-source';
import type { FieldLabel } from './field-labels';
import { generatedAnswer, generatedMember } from './fields';
import type { NewWrite } from './new-name';
import { type Plan, type Step, unwritten, type Words } from './plan';
import * as sandboxFiles from './sandbox-templates';
import { story } from './story-template';
import { testSteps } from './test-steps';
import * as files from './write-templates';

const page = 'app/(admin)/i/[installId]/orders/[orderId]';
const commands = 'lib/orders/order/order-commands';
const generated = 'tests/integration/sandbox/api/generated/platform-api.d.ts';
const requirements = 'docs/platform/requirements.tsv';

/** The command that updates `generated` after a change of the contract. */
const updateGenerated =
  'npm run test:integration -- tests/integration/sandbox/api/generated-client.test.ts --update';

/**
 * Returns the plan (files and changes) of a new write on one order, sent to /orders/{id}/PATH. `labels` has the
 * label of each field of its form, and last that of its answer. `reason` is the text of the refusal, if it has its own code.
 */
export function planWrite(
  name: NewWrite,
  words: Words,
  labels: readonly FieldLabel[],
  reason: Words = words,
): Plan {
  const { kebab, snake, answer } = name;
  return {
    steps: [
      ...platform(name),
      ...(name.shows === null ? [] : orderField(name, name.shows)),
      ...fieldsTest(name),
      ...(answer ? [orderWritten(answer)] : []),
      ...sandbox(name, words),
      ...app(name),
      ...screen(name, words, labels, reason),
      ...codeSteps(name),
      ...testSteps(name),
      {
        file: `tests/e2e/${kebab}.spec.ts`,
        onlyIf: 'you change the controls of the card, or when a person may use the form.',
        create: story(name),
      },
    ],
    test: {
      command: `npm run test:integration -- tests/integration/sandbox/orders/${kebab}.test.ts`,
      until: untilOf(name),
    },
    after: [
      `${updateGenerated} && npm run coverage:docs # updates platform-api.d.ts and docs/coverage.md`,
      'npm run typecheck && npx vitest run --project unit tests/lint',
      `npm run test:integration -- tests/integration/app/operations/operations.test.ts -t ${snake}`,
      'npm run test:integration -- tests/integration/app/operations tests/integration/sandbox',
      `npm run build && npx playwright test ${kebab}.spec entry-points roles`,
      'npm run format && npm run validate',
    ],
  };
}

/** Returns what the developer must write before the test of the sandbox passes; null if it passes at once. */
function untilOf({ refuses, shows }: NewWrite): string | null {
  if (shows === null) return 'the rule of the sandbox and this test are written';
  return refuses === null ? 'the rule of the sandbox is written' : null;
}

function platform(name: NewWrite): Step[] {
  const { method, path, scope, camel, pascal, fields, shows, ids, refuses, answer } = name;
  return [
    {
      file: requirements,
      todo:
        `Write one row for each statement of the platform document: id (${ids}-1, ${ids}-2, …), side (app, sandbox or ` +
        `both) and statement, with a tab between them. The test of the sandbox cites ${refuses?.length ? `${ids}-1 and ${ids}-2` : `${ids}-1`}. A ` +
        'test must cite each id in its name; for "both", a test of the sandbox is enough. If you add a row, also open the ' +
        'test of the sandbox.',
      changes: [addRequirement(name)],
    },
    {
      file: 'lib/platform/contract/orders.ts',
      onlyIf:
        `a limit or a type of ${pascal}Body, at the end of the file, differs from the platform document` +
        (shows === null ? '.' : `, or the field "${shows}" of OrderDetail does.`),
      changes: [
        addDeclaration(`${pascal}Body`, files.body(name)),
        ...(answer ? [addDeclaration(`${pascal}Answer`, files.answerObject(name, answer))] : []),
        ...(shows === null ? [] : [after('OrderDetail', 'attributes', shows, files.orderField(name, shows))]),
      ],
    },
    {
      file: 'lib/platform/contract/endpoints.ts',
      onlyIf:
        `the platform document differs from this: ${method} /orders/{id}/${path}, scope ${scope}, an Idempotency-Key, status ` +
        `200, the answer { data: ${answer ? `{ ${answer.name} }` : 'the order'} }, and the errors 400, 403, 404${errorsOf(name)}.`,
      changes: [
        addImport('./orders', `${pascal}Body`),
        ...(answer ? [addImport('./orders', `${pascal}Answer`)] : []),
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
            replaceEach(withMethod(member, method), {
              '/orders/{id}/refunds': `/orders/{id}/${path}`,
              'refunds:write': scope,
              createRefund: camel,
            }),
        ),
        copyEntry(
          { within: 'operations', of: 'setOrderStatus', after: 'setOrderStatus', key: camel },
          (member) =>
            replaceEach(
              withCode(member, name).replace(
                /\/\*\* @enum \{string\} \*\/\s+status: [^;]+;/,
                fields.map(generatedMember).join('\n'),
              ),
              {
                setOrderStatus: camel,
                ...(answer && {
                  'data: components["schemas"]["OrderDetail"];': `data: { ${generatedAnswer(answer)} };`,
                }),
              },
            ),
        ),
      ],
    },
  ];
}

/** Returns the last errors of the endpoint as the end of a list in a sentence. */
function errorsOf({ code, codeStatus }: NewWrite): string {
  if (code === 'conflict') return ' and 409 (conflict)';
  return codeStatus === 409
    ? ` and 409 (conflict and ${code})`
    : `, 409 (conflict) and ${codeStatus} (${code})`;
}

/** Returns a change that adds the requirements of the endpoint that the command knows. */
const addRequirement =
  ({ ids, method, path, refuses, code, codeStatus }: NewWrite): Change =>
  (source) => {
    if (new RegExp(`^${ids}-`, 'm').test(source))
      throw new Error(
        `there are already requirements ${ids}-…. Pass other letters with --ids, like --ids HLD.`,
      );
    const statement = `${method} /orders/{id}/${path} changes the order once, even if it is sent twice with one key`;
    const refused =
      refuses?.length === 1
        ? `An order with the status ${refuses[0]} answers ${codeStatus} ${code}`
        : `An order with one of these statuses answers ${codeStatus} ${code}: ${refuses?.join(', ')}`;
    const refusal = refuses?.length ? `${ids}-2\tboth\t${refused}\n` : '';
    return `${source.trimEnd()}\n${ids}-1\tboth\t${statement}\n${refusal}`;
  };

function sandbox(name: NewWrite, { en, ar }: Words): Step[] {
  const { kebab, camel, answer } = name;
  const { rule, test } = sandboxTodos(name);
  return [
    {
      file: `tests/integration/sandbox/orders/${kebab}.test.ts`,
      ...(test === undefined
        ? { onlyIf: 'the platform document has another refusal than a status: add its test.' }
        : { todo: test }),
      create: sandboxFiles.sandboxTest(name),
    },
    {
      file: `sandbox/domain/orders/${kebab}.ts`,
      ...(rule === undefined
        ? { onlyIf: 'the platform refuses the write for another reason, or it changes more of the order.' }
        : { todo: rule }),
      create: sandboxFiles.sandboxRule(name),
    },
    {
      file: 'sandbox/http/api-handlers.ts',
      onlyIf: answer ? 'the answer has more than one field.' : 'the answer is not the order.',
      changes: [
        addImport(`@/sandbox/domain/orders/${kebab}`, camel),
        after('apiHandlers', 'setOrderStatus', camel, sandboxFiles.handler(name)),
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

/** Returns what the developer must write in the rule of the sandbox and in its test; nothing if both are complete. */
function sandboxTodos({ refuses, shows }: NewWrite): { rule?: string; test?: string } {
  const effect = 'Check what the write changes at the end of the first test.';
  const refusals = 'Add a test for each refusal of the platform document. The comment has an example.';
  if (refuses === null)
    return {
      rule: 'Write the rule: what the platform refuses, and what the write changes. The comments have examples.',
      test: shows === null ? `${effect} ${refusals}` : refusals,
    };
  if (shows !== null) return {};
  return { rule: 'Write what the write changes, in `change`. The comment has examples.', test: effect };
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
      ...(name.shows === null
        ? {
            todo: 'Write "reconcile": which read proves the effect after an unknown outcome. The comment has an example.',
          }
        : { onlyIf: 'the order does not show every field of the body. Then correct "isShown".' }),
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

function screen(name: NewWrite, words: Words, labels: readonly FieldLabel[], reason: Words): Step[] {
  const { kebab, camel, pascal, refuses } = name;
  const folder = `components/orders/detail/${kebab}`;
  const messagesOf = (language: keyof Words) => [
    ...cardMessages(name, language, words[language], labels, reason),
    ...codeMessages(name, language, reason),
  ];
  const isTranslated = !JSON.stringify([
    words,
    labels,
    ...(name.code === 'conflict' ? [] : [reason]),
  ]).includes(`"ar":"${unwritten}`);
  const onlyIf = `you add or change a text. The title and the button have the name of the write. The texts of the card are in the group "${camel}", in both languages.`;
  return [
    {
      file: `${folder}/${kebab}-card.tsx`,
      ...(refuses === null
        ? { todo: 'Check when a person may use the form. The comment has examples.' }
        : { onlyIf: 'the form needs another control, or the right depends on the order.' }),
      create: card(name),
    },
    {
      file: 'components/orders/detail/order-screen.tsx',
      onlyIf: 'the card must have another place than below the refunds, or no longer uses `view`.',
      changes: [
        addImport(`@/${folder}/${kebab}-card`, `${pascal}Card`),
        after(
          'OrderScreen',
          '<RefundsCard>',
          `<${pascal}Card>`,
          `<${pascal}Card target={target} ${readsOrder(name) ? 'view={view} ' : ''}action={actions.${camel}} />`,
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
      changes: messagesOf('en'),
    },
    {
      file: 'messages/ar.json',
      ...(isTranslated ? { onlyIf } : { todo: `Replace each text that begins with "${unwritten}".` }),
      changes: messagesOf('ar'),
    },
  ];
}

/** Returns a string literal of TypeScript with single quotes. */
const quote = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;

/**
 * Returns an entry of `paths` in platform-api.d.ts with another method than POST. openapi-typescript writes the methods
 * in a fixed order, so the entry keeps its lines, and the operation and its comment move to the line of the method.
 */
function withMethod(member: string, method: NewWrite['method']): string {
  if (method === 'POST') return member;
  const [operation = ''] = /\/\*\* @description [^*]+\*\/\s+post: [^;]+;/.exec(member) ?? [];
  const key = method.toLowerCase();
  return member
    .replace(operation, 'post?: never;')
    .replace(`${key}?: never;`, operation.replace('post:', `${key}:`));
}

/**
 * Returns an operation of platform-api.d.ts to which the error code of the refusal is added: to the answer 409, or as an
 * answer with its own status. openapi-typescript sorts the answers by status, and 429 follows 422.
 */
function withCode(member: string, { code, codeStatus }: NewWrite): string {
  if (code === 'conflict') return member;
  if (codeStatus === 409) return member.replace('@description conflict', `@description conflict, ${code}`);
  const [conflict = ''] =
    / *\/\*\* @description conflict \*\/\s+409: \{[\s\S]*?(?= *\/\*\* @description)/.exec(member) ?? [];
  const own = conflict.replace('conflict', code).replace('409', String(codeStatus));
  return member.replace(/(?= *\/\*\* @description rate_limited \*\/)/, own);
}

function replaceEach(text: string, words: Readonly<Record<string, string>>): string {
  return Object.entries(words).reduce((changed, [from, to]) => changed.replaceAll(from, to), text);
}
