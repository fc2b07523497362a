import { documentedLayout } from '@/sandbox/platform-layout';
import { answerSchema, bodySchema, camelOf, examplesOf, type Field, jsonType, sameValue } from './fields';
import { acceptedStatus, type NewName, type NewWrite } from './new-name';

/* Templates of the texts that `npm run new -- write NAME` writes. Each function returns the text of a new file, or of
   an entry of a list. The command formats the files afterwards. card-template.ts has the card, and sandbox-templates.ts
   has the files of the sandbox. */

export const body = ({ method, path, pascal, fields }: NewWrite) => `
/** Body of ${method} /orders/{id}/${path}. */
export const ${pascal}Body = z.strictObject({ ${schemas(fields, bodySchema)} });
export type ${pascal}Body = z.output<typeof ${pascal}Body>;`;

export const answerObject = ({ method, path, pascal }: NewWrite, answer: Field) => `
/** Answer of ${method} /orders/{id}/${path}. */
export const ${pascal}Answer = z.object({ ${schemas([answer], answerSchema)} });
export type ${pascal}Answer = z.output<typeof ${pascal}Answer>;`;

const schemas = (fields: readonly Field[], schema: (field: Field) => string) =>
  fields.map((field) => `${field.name}: ${schema(field)}`).join(', ');

export const orderField = ({ method, path, fields, shownField }: NewWrite, shows: string) =>
  shownField
    ? `/** The last \`${shownField.name}\` of ${method} /orders/{id}/${path}; null or absent if there was none. */
  ${shows}: ${answerSchema(shownField)}.nullish(),`
    : `/** What ${method} /orders/{id}/${path} has stored; null or absent if it has stored nothing. */
  ${shows}: z.object({ ${schemas(fields, answerSchema)} }).nullish(),`;

export const endpoint = (name: NewWrite) => `${name.camel}: {
    method: '${name.method}',
    path: '/orders/{id}/${name.path}',
    scope: '${name.scope}',
    idempotent: true,
    status: 200,
    body: ${name.pascal}Body,
    answer: dataOf(${name.answer ? `${name.pascal}Answer` : 'OrderDetail'}),
    errors: ${errorsOf(name)},
  },`;

function errorsOf({ code, codeStatus }: NewWrite): string {
  if (code === 'conflict') return 'writeErrors';
  return `{ ...writeErrors, ${codeStatus}: [${codeStatus === 409 ? "'conflict', " : ''}'${code}'] }`;
}

export const clientFunction = ({ method, path, camel, sentence }: NewWrite) => `
    /** ${sentence}: a write to an order. platform: Orders, ${method} /orders/{id}/${path}. */
    ${camel}: (idempotencyKey: string, id: OrderId, body: string, options?: CallOptions) =>
      write('${camel}', { path: { id }, idempotencyKey, body }, options),`;

export const command = ({ pascal }: NewName) => `
export const ${pascal}Command = OrderCommand.extend({ body: ${pascal}Body });
export type ${pascal}Command = z.infer<typeof ${pascal}Command>;`;

export const useCase = (name: NewWrite) => {
  const { method, path, scope, camel, pascal, snake } = name;
  const helpers =
    name.shows === null ? 'orderChanged, orderIdOf' : 'isUntouched, orderChanged, orderIdOf, readOrderOf';
  const order = name.shows === null ? '' : 'type OrderDetail, ';
  const { answer } = name;
  return `import 'server-only';
import { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { OperationKind } from '@/lib/operations/sending/operation-kind.server';
import type { OperationOutcome } from '@/lib/operations/operation-outcome';
import { runOperation } from '@/lib/operations/sending/run-operation.server';
import type { ${pascal}Command } from '@/lib/orders/order/order-commands';
import { ${helpers} } from '@/lib/orders/order/order-operation.server';
import { ${order}${pascal}Body } from 'commerce-platform-client/contract/orders';

/** Sends the write as an operation (a recorded write). platform: Orders, ${method} /orders/{id}/${path}. */
export async function ${camel}(
  context: InstallContext,
  { operationId, orderId, body }: ${pascal}Command,
): Promise<OperationOutcome<z.infer<typeof Changed>>> {
  return runOperation(context, ${camel}Kind, { operationId, target: { orderId }, body });
}

${
  answer
    ? `/** The result of the write. \`${camelOf(answer.name)}\` is absent if a person reported that the write happened. */
const Changed = z.object({ orderId: z.string(), ${camelOf(answer.name)}: z.${jsonType(answer)}().optional() });`
    : 'const Changed = z.object({ orderId: z.string() });'
}

/**
 * Kind of operation that sends ${method} /orders/{id}/${path}. ${
   name.shows === null
     ? 'After an unknown outcome, a person decides.'
     : `After an unknown outcome, the order is read. The write took
 * effect if the order shows it.`
 }
 */
export const ${camel}Kind: OperationKind<${pascal}Body, z.infer<typeof Changed>> = {
  kind: '${snake}',
  body: ${pascal}Body,
  result: Changed,
  // True if a second write has a second effect, such as a second payment.
  doublesIfRepeated: ${name.shows === null},
  scopes: () => ['${scope}'],
${
  name.shows === null
    ? ''
    : `  // The write counts as done if the order shows it, no matter who made the change. So after a 409, the order is read.
  requestsState: true,
`
}
  // The answer is not stored. The order is marked as changed instead, and the worker reads it. A value of the answer is
  // in answer.body.data.
  async send(platform, operation) {
    const orderId = orderIdOf(operation);
    const answer = await platform.${camel}(operation.idempotencyKey, orderId, operation.request);
    return orderChanged(operation, answer, { order: null, result: { orderId${
      answer ? `, ${camelOf(answer.name)}: answer.body.data.${answer.name}` : ''
    } } });
  },

${name.shows === null ? reconcileByPerson(name) : reconcileByReading(name, name.shows)}`;
};

const reconcileByPerson = ({ pascal }: NewWrite) => `
  // Called after an unknown outcome. 'unclear': no read shows the effect, so a person decides. If the order shows it,
  // import isUntouched and readOrderOf from order-operation.server.ts, and compare the order with the body:
  //
  //     async reconcile(platform, operation) {
  //       const { order, requestId } = await readOrderOf(platform, operation);
  //       const body = ${pascal}Body.parse(JSON.parse(operation.request));
  //       if (order.note === body.note) // the write took effect
  //         return orderChanged(operation, { requestId }, { order, result: { orderId: order.id } });
  //       return isUntouched(operation, order.updated_at) ? 'absent' : 'unclear';
  //     },
  //
  // Then set isFoundByReading in operation-scenarios.ts. If something else can set the same values, also add
  // \`requestsState: true\` here and there. Never return 'absent' on a guess, or it may run twice.
  async reconcile() {
    return 'unclear';
  },
};
`;

const reconcileByReading = ({ pascal, fields, shownField }: NewWrite, shows: string) => `
  // Called after an unknown outcome. 'absent': the order has not changed since the write was sent, so the write did not
  // take effect. 'unclear': a person decides.
  async reconcile(platform, operation) {
    const { order, requestId } = await readOrderOf(platform, operation);
    const body = ${pascal}Body.parse(JSON.parse(operation.request));
    if (isShown(order, body))
      return orderChanged(operation, { requestId }, { order, result: { orderId: order.id } });
    return isUntouched(operation, order.updated_at) ? 'absent' : 'unclear';
  },
};

/** Returns true if the order shows every field of the body. */
function isShown({ ${shows} }: OrderDetail, body: ${pascal}Body): boolean {
  return ${fields.map((field) => sameValue(field, shownField ? shows : `${shows}?.${field.name}`, `body.${field.name}`)).join(' && ')};
}
`;

export const action = ({ right, camel, pascal, sentence }: NewWrite) => `
/** ${sentence}: a write to a sales order. */
export async function ${camel}Action(command: z.input<typeof ${pascal}Command>): Promise<OrderWriteOutcome> {
  return runCommand('${right}', ${pascal}Command, command, ${camel}, 'body');
}`;

export const xrayBlock = ({ kebab, camel }: NewName) => `{
      name: '${camel}',
      source: 'components/orders/detail/${kebab}/${kebab}-card.tsx',
      feed: '${camel}Action',
      at,
      requests: ['${camel}'],
    },`;

export function scenario(name: NewWrite): string {
  const { method, camel, pascal, snake, shows, refuses } = name;
  const status = acceptedStatus(name);
  const order = status === 'placed' ? 'paidOrder(on)' : `paidOrder(on, 2, { status: '${status}' })`;
  return `${snake}: {
    run: run(${pascal}Command, ${camel}),
    route: '${method} ${documentedLayout.api}/orders/*',
    complete: { body: endpointExamples.${camel}.body() },
${
  status === 'placed' && refuses === null
    ? `    // Another status of the order: (await paidOrder(on, 2, { status: 'approved' })).id\n`
    : ''
}    good: async (on) => ({ orderId: (await ${order}).id, body: endpointExamples.${camel}.body() }),
    ${refusedInput(name)}
    effect: 'order.${snake}',${shows === null ? '' : '\n    requestsState: true,'}
    isFoundByReading: ${shows !== null},
    inMirror: 'mark',
  },`;
}

/** Returns the function of the input that the sandbox refuses: an order with a refused status, or an unknown order. */
function refusedInput({ camel, refuses, code, codeStatus }: NewWrite): string {
  const body = `body: endpointExamples.${camel}.body()`;
  const [status] = refuses ?? [];
  if (status === undefined)
    return `bad: async () => ({
      input: { orderId: 'ord_of_nobody', ${body} },
      refusal: { status: 404, reason: 'not_found' },
    }),`;
  // The sandbox sends current_status only if the error code is `conflict`.
  const currentStatus = code === 'conflict' ? `, currentStatus: '${status}'` : '';
  return `bad: async (on) => {
      const { id } = await paidOrder(on);
      await on.control('PATCH', \`/orders/\${id}\`, { status: '${status}' });
      return {
        input: { orderId: id, ${body} },
        refusal: { status: ${codeStatus}, reason: '${code}'${currentStatus} },
      };
    },`;
}

export const orderAction = ({ camel, right }: NewWrite) => `${camel}Action: {
    needs: ['${right}'],
    input: { body: endpointExamples.${camel}.body() },
  },`;

export const endpointExample = ({ camel, scope, fields, ids }: NewWrite) => `${camel}: {
    scope: '${scope}',
    requirements: /^${ids}-/,
    body: () => ({ ${examplesOf(fields)} }),
  },`;
