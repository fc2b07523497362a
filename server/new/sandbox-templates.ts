import { asText, exampleOf, examplesOf, type Field } from './fields';
import { acceptedStatus, type NewName, type NewWrite } from './new-name';

/* Templates of the texts that `npm run new -- write NAME` writes for the sandbox: its rule, its record and its test. */

/** The sentence with which the sandbox refuses every write until its rule is written. */
export const ruleMissing = ({ kebab }: NewName) => `the rule of ${kebab} is not written`;

/** The sentence with which the sandbox's test fails until it checks what the write changes. */
export const effectMissing = ({ kebab }: NewName) => `the test of what ${kebab} changes is not written`;

/** Returns an expression for a new order for which the platform accepts the write. */
export function acceptedOrder(name: NewWrite): string {
  const status = acceptedStatus(name);
  return `storefrontOrder(world${status === 'placed' ? '' : `, { status: '${status}' }`})`;
}

export const recordField = (
  { method, path, pascal, shownField }: NewWrite,
  shows: string,
) => `/** ${shownField ? `\`${shownField.name}\`` : 'Body'} of the last ${method} /orders/{id}/${path}; absent if there was none. */
  ${shows}?: ${pascal}Body${shownField ? `['${shownField.name}']` : ''};`;

export function sandboxTest(name: NewWrite): string {
  const { ids, method, path, fields, shows, shownField, refuses, code, codeStatus, answer, snake } = name;
  const examples = examplesOf(fields);
  const send = `write(api, '${method}', \`/orders/\${id}/${path}\`, { ${examples} })`;
  const shown = shows === null ? '' : `, ${shows}: ${shownField ? exampleOf(shownField) : `{ ${examples} }`}`;
  const data = answer ? `{ ${answer.name}: ${answeredExample(name, answer)} }` : `{ id${shown} }`;
  const isRefused = refuses !== null && refuses.length > 0;
  const helpers = isRefused ? 'setByHand, storefrontOrder, write' : 'storefrontOrder';
  return `import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { ${helpers} } from './order-writes';
import { api, renewWorld, world } from '@/tests/integration/sandbox/sandbox-world';

beforeEach(() => renewWorld());

test('${ids}-1: ${method} /orders/{id}/${path} changes the order once, even if it is sent twice with one key', async () => {
  const { id } = await ${acceptedOrder(name)};
  const key = randomUUID();
  const send = () =>
    api.call('${method}', \`/orders/\${id}/${path}\`, { ${examples} }, { 'idempotency-key': key });
  const first = await send();
  expect(first.body).toMatchObject({ data: ${data} });
  expect(first.status).toBe(200);
  expect((await send()).body).toEqual(first.body);
  const effects = await world.control('GET', \`/effects?idempotency_key=\${key}\`);
  expect(effects.body).toMatchObject({ data: [{ kind: 'order.${snake}', id }] });
${
  shows === null
    ? `  // Replace the next line by a check of what the write changes. Delete it if no answer shows the change. An example:
  //
  //     const order = await api.call('GET', \`/orders/\${id}\`);
  //     expect(order.body).toMatchObject({ data: { tags: ['held'] } });
  expect.fail('${effectMissing(name)}');
`
    : ''
}});
${
  isRefused
    ? `
test.each([${listOf(refuses)}])('${ids}-2: an order with the status %s is refused', async (status) => {
  const { id } = await storefrontOrder(world);
  await setByHand(world, id, { status });
  const answer = await ${send};
  expect(answer).toMatchObject({ status: ${codeStatus}, body: { error: { code: '${code}' } } });
});
`
    : ''
}${
  refuses === null
    ? `
/* A test of a refusal. Import setByHand and write from './order-writes'. setByHand changes the order as the merchant
   does in the store admin: its status, its tags or its note.

   test('${ids}-…: a cancelled order is refused', async () => {
     const { id } = await storefrontOrder(world);
     await setByHand(world, id, { status: 'cancelled' });
     const answer = await ${send};
     expect(answer).toMatchObject({ status: ${codeStatus}, body: { error: { code: '${code}' } } });
   }); */
`
    : ''
}`;
}

const listOf = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

/** Returns the field of the body whose value the sandbox answers; undefined if no field has the same type. */
const answeredField = ({ fields }: NewWrite, answer: Field): Field | undefined =>
  fields.find((field) => field.type === answer.type && field.values.join() === answer.values.join());

/** Returns an expression for the value that the test expects in the answer. */
const answeredExample = (name: NewWrite, answer: Field): string =>
  answeredField(name, answer) || answer.type !== 'time' ? exampleOf(answer) : `expect.any(String)`;

/** Returns an expression for the value that the sandbox answers. */
function answeredValue(name: NewWrite, answer: Field): string {
  const field = answeredField(name, answer);
  if (field) return `body.${field.name}`;
  return answer.type === 'time' ? 'context.world.now()' : exampleOf(answer);
}

export function sandboxRule(name: NewWrite): string {
  const { camel, pascal, method, path, snake, fields, shows, shownField, refuses, answer } = name;
  const [first] = fields;
  const types = [...(answer ? [`${pascal}Answer`] : []), `${pascal}Body`].join(', ');
  const result = answer ? `${pascal}Answer` : 'OrderRecord';
  const touched = `touch(context, order, change, 'attributes', ${first ? asText(first, 'body') : "''"})`;
  const isEmpty = refuses?.length === 0;
  return `import type { ${types} } from 'commerce-platform-client/contract/orders';
import { type Context, recordEffect } from '@/sandbox/domain/context';
import { ${isEmpty ? 'type Refusal' : 'type Refusal, refuse'} } from '@/sandbox/domain/refusal';
import type { OrderRecord } from '@/sandbox/world/records';
import { touch } from './change-order';

/**
 * Handles ${method} /orders/{id}/${path}. If it refuses the write, nothing changes.${shows === null ? changeExamples : ''}
 * The tests find the write by the effect 'order.${snake}'.
 */
export function ${camel}(context: Context, order: OrderRecord, body: ${pascal}Body): ${result} | Refusal {
  const refusal = refusalOf(order);
  if (refusal) return refusal;
  const change = { ${shows === null ? '' : `${shows}: body${shownField ? `.${shownField.name}` : ''}`} };
  ${answer ? '' : 'const changed = '}${touched};
  recordEffect(context, 'order.${snake}', order.id);
  return ${answer ? `{ ${answer.name}: ${answeredValue(name, answer)} }` : 'changed'};
}

${refusalComment(name)}
${refusalOf(name)}`;
}

/** The part of the comment of the rule that helps a developer to write what the write changes. */
const changeExamples = `
 *
 * \`touch\` stores the changed fields of the order, sets updated_at, and adds a row to the timeline of the order: its
 * kind and a text. The store admin shows the kind as the title of the row. Use the kind of the changed field: status,
 * payment, tags, note, fulfillment or refund. For every other field, use attributes. Examples of changes:
 *
 *     { tags: [...order.tags, 'vip'] }
 *     { note: 'ring twice', status: 'processing' }
 *     { payments: [...order.payments, { id: context.world.newId('pay'), amount_minor: 100, at: context.world.now() }] }
 *
 * context.world.now() is the present time of the sandbox as a text in UTC. context.world.nowMs() is the same time as a
 * number. Do not use Date.now(), because tests move the clock of the sandbox.
 *`;

/** Returns the comment of the function that refuses the write: with examples if its rule is not written. */
function refusalComment({ refuses, code, codeStatus, shows }: NewWrite): string {
  if (refuses !== null)
    return '/** Returns why the platform refuses the write; null if it allows the write. */';
  return `/**
 * Returns why the platform refuses the write; null if it allows the write. The code of a refusal decides its HTTP
 * status: ${code} is ${codeStatus}. The message is only for developers. Examples:
 *
 *     if (order.status === 'cancelled') return refuse('${code}', 'the order is cancelled');
 *     if (order.payments.length === 0) return refuse('${code}', 'the order is not paid');${
   shows === null
     ? ''
     : `
 *     if (order.${shows}) return refuse('${code}', 'the order has it already');`
 }
 *     return null;
 *
 * With { details: { current_status: order.status } } as the third argument, the app shows the status to the user. If
 * the rule depends on the body or on the time, also pass \`body\` or \`context\`. If a second write is refused, see
 * "Cases" of docs/recipes/add-an-operation.md.
 */`;
}

function refusalOf(name: NewWrite): string {
  const { refuses, code } = name;
  if (refuses === null)
    return `function refusalOf(order: OrderRecord): Refusal | null {
  return refuse('${code}', \`${ruleMissing(name)} (\${order.status})\`);
}
`;
  if (refuses.length === 0)
    return `function refusalOf(_order: OrderRecord): Refusal | null {
  return null;
}
`;
  // With current_status, the app shows this status instead of the text of the code.
  const details = code === 'conflict' ? ', { details: { current_status: status } }' : '';
  return `function refusalOf({ status }: OrderRecord): Refusal | null {
  if (![${listOf(refuses)}].includes(status)) return null;
  return refuse('${code}', \`the order has the status \${status}\`${details});
}
`;
}

export const handler = ({ camel, answer }: NewWrite) =>
  answer
    ? `${camel}: ({ context, install, id, body }) => {
    const order = orderOf(context, install, id);
    return isRefusal(order) ? order : asData(${camel}(context, order, body));
  },`
    : `${camel}: ({ context, install, app, id, body }) => {
    const order = orderOf(context, install, id);
    return isRefusal(order) ? order : detailFor(install, app, ${camel}(context, order, body));
  },`;
