import { documentedLayout } from '@/sandbox/platform-layout';
import type { NewName, NewWrite } from './new-name';

/* Templates of the texts that `npm run new -- write NAME` writes. Each function returns the text of a new file, or of
   an entry of a list. The command formats the files afterwards. */

/** The sentence with which the sandbox refuses every write until its rule is written. */
export const ruleMissing = ({ kebab }: NewName) => `the rule of ${kebab} is not written`;

export const body = ({ path, pascal, field }: NewWrite) => `
/**
 * Body of POST /orders/{id}/${path}. Examples of other fields:
 *
 *     kind: z.enum(['fraud', 'stock']),
 *     amount_minor: z.int().min(1),
 *     note: Text.max(5000).nullable().optional(),
 *     until: Timestamp,
 */
export const ${pascal}Body = z.strictObject({ ${field}: Text.min(1).max(255) });
export type ${pascal}Body = z.output<typeof ${pascal}Body>;`;

export const orderField = ({ path, field }: NewWrite, shows: string) => `/**
   * What POST /orders/{id}/${path} has stored; null or absent if it has stored nothing. If the order shows only a time:
   * Timestamp.nullish(). Then also change records.ts and fields.test.ts, \`change\` in the rule, isShown and the card.
   */
  ${shows}: z.object({ ${field}: z.string() }).nullish(),`;

export const recordField = (
  { path, pascal }: NewWrite,
  shows: string,
) => `/** Body of the last POST /orders/{id}/${path}; absent if there was none. */
  ${shows}?: ${pascal}Body;`;

export const endpoint = ({ path, scope, camel, pascal }: NewWrite) => `${camel}: {
    method: 'POST',
    path: '/orders/{id}/${path}',
    scope: '${scope}',
    idempotent: true,
    status: 200,
    body: ${pascal}Body,
    answer: dataOf(OrderDetail),
    errors: writeErrors,
  },`;

export const clientFunction = ({ path, camel, sentence }: NewWrite) => `
    /** ${sentence}: a write to an order. platform: Orders, POST /orders/{id}/${path}. */
    ${camel}: (idempotencyKey: string, id: OrderId, body: string, options?: CallOptions) =>
      write('${camel}', { path: { id }, idempotencyKey, body }, options),`;

export const sandboxTest = (name: NewWrite) => `import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { storefrontOrder } from './order-writes';
import { api, renewWorld, world } from '@/tests/integration/sandbox/sandbox-world';

beforeEach(() => renewWorld());

test('${name.ids}-1: POST /orders/{id}/${name.path} changes the order once, even if it is sent twice with one key', async () => {
  const { id } = await storefrontOrder(world);
  const key = randomUUID();
  const send = () =>
    api.call('POST', \`/orders/\${id}/${name.path}\`, { ${name.field}: 'x' }, { 'idempotency-key': key });
  const first = await send();
  expect(first.body).toMatchObject({ data: { id${name.shows === null ? '' : `, ${name.shows}: { ${name.field}: 'x' }`} } });
  expect(first.status).toBe(200);
  expect((await send()).body).toEqual(first.body);
  const effects = await world.control('GET', \`/effects?idempotency_key=\${key}\`);
  expect(effects.body).toMatchObject({ data: [{ kind: 'order.${name.snake}', id }] });
});

/* A test of a refusal. Import setByHand and write from './order-writes'. setByHand changes the order as the merchant
   does in the store admin: its status, its tags or its note.

   test('${name.ids}-…: a cancelled order is refused', async () => {
     const { id } = await storefrontOrder(world);
     await setByHand(world, id, { status: 'cancelled' });
     const answer = await write(api, 'POST', \`/orders/\${id}/${name.path}\`, { ${name.field}: 'x' });
     expect(answer).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
   }); */
`;

export const sandboxRule = (
  name: NewWrite,
) => `import type { ${name.pascal}Body } from 'commerce-platform-client/contract/orders';
import { type Context, recordEffect } from '@/sandbox/domain/context';
import { type Refusal, refuse } from '@/sandbox/domain/refusal';
import type { OrderRecord } from '@/sandbox/world/records';
import { touch } from './change-order';

/**
 * Handles POST /orders/{id}/${name.path}. If it refuses the write, nothing changes.
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
 *
 * The tests find the write by the effect 'order.${name.snake}'.
 */
export function ${name.camel}(context: Context, order: OrderRecord, body: ${name.pascal}Body): OrderRecord | Refusal {
  const refusal = refusalOf(order);
  if (refusal) return refusal;
  const change = { ${name.shows === null ? '' : `${name.shows}: body`} };
  const changed = touch(context, order, change, 'attributes', body.${name.field});
  recordEffect(context, 'order.${name.snake}', order.id);
  return changed;
}

/**
 * Returns why the platform refuses the write; null if it allows the write. The code of a refusal decides its HTTP
 * status: conflict is 409. The message is only for developers. Examples:
 *
 *     if (order.status === 'cancelled') return refuse('conflict', 'the order is cancelled');
 *     if (order.payments.length === 0) return refuse('conflict', 'the order is not paid');${
   name.shows === null
     ? ''
     : `
 *     if (order.${name.shows}) return refuse('conflict', 'the order has it already');`
 }
 *     return null;
 *
 * With { details: { current_status: order.status } } as the third argument, the app shows the status to the user. If
 * the rule depends on the body or on the time, also pass \`body\` or \`context\`. If a second write is refused, see
 * "Cases" of docs/recipes/add-an-operation.md.
 */
function refusalOf(order: OrderRecord): Refusal | null {
  return refuse('conflict', \`${ruleMissing(name)} (\${order.status})\`);
}
`;

export const handler = ({ camel }: NewName) => `${camel}: ({ context, install, app, id, body }) => {
    const order = orderOf(context, install, id);
    return isRefusal(order) ? order : detailFor(install, app, ${camel}(context, order, body));
  },`;

export const command = ({ pascal }: NewName) => `
export const ${pascal}Command = OrderCommand.extend({ body: ${pascal}Body });
export type ${pascal}Command = z.infer<typeof ${pascal}Command>;`;

export const useCase = (name: NewWrite) => {
  const { path, scope, camel, pascal, snake } = name;
  const helpers =
    name.shows === null ? 'orderChanged, orderIdOf' : 'isUntouched, orderChanged, orderIdOf, readOrderOf';
  const order = name.shows === null ? '' : 'type OrderDetail, ';
  return `import 'server-only';
import { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { OperationKind } from '@/lib/operations/sending/operation-kind.server';
import type { OperationOutcome } from '@/lib/operations/operation-outcome';
import { runOperation } from '@/lib/operations/sending/run-operation.server';
import type { ${pascal}Command } from '@/lib/orders/order/order-commands';
import { ${helpers} } from '@/lib/orders/order/order-operation.server';
import { ${order}${pascal}Body } from 'commerce-platform-client/contract/orders';

/** Sends the write as an operation (a recorded write). platform: Orders, POST /orders/{id}/${path}. */
export async function ${camel}(
  context: InstallContext,
  { operationId, orderId, body }: ${pascal}Command,
): Promise<OperationOutcome<z.infer<typeof Changed>>> {
  return runOperation(context, ${camel}Kind, { operationId, target: { orderId }, body });
}

const Changed = z.object({ orderId: z.string() });

/**
 * Kind of operation that sends POST /orders/{id}/${path}. ${
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
  scopes: () => ['${scope}'],
${
  name.shows === null
    ? ''
    : `  // The write counts as done if the order shows it, no matter who made the change. So after a 409, the order is read.
  // Delete this line, here and in operation-scenarios.ts, if a second write has a second effect.
  requestsState: true,
`
}
  // The answer is not stored. The order is marked as changed instead, and the worker reads it. A value of the answer is
  // in answer.body.data.
  async send(platform, operation) {
    const orderId = orderIdOf(operation);
    const answer = await platform.${camel}(operation.idempotencyKey, orderId, operation.request);
    return orderChanged(operation, answer, { order: null, result: { orderId } });
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

const reconcileByReading = ({ pascal, field }: NewWrite, shows: string) => `
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

/**
 * True if the order shows the effect of the write. Compare every field of the body. If the order shows only a time, a
 * time before the first attempt belongs to an earlier write. Then pass the operation too, and return
 *
 *     typeof ${shows} === 'string' && !isUntouched(operation, ${shows})
 */
function isShown({ ${shows} }: OrderDetail, body: ${pascal}Body): boolean {
  return ${shows}?.${field} === body.${field};
}
`;

export const action = ({ right, camel, pascal, sentence }: NewWrite) => `
/** ${sentence}: a write to a sales order. */
export async function ${camel}Action(command: z.input<typeof ${pascal}Command>): Promise<OrderWriteOutcome> {
  return runCommand('${right}', ${pascal}Command, command, ${camel}, 'body');
}`;

export const card = ({ right, scope, camel, pascal, sentence, field, shows }: NewWrite) => `'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useToast } from '@/components/ui/feedback/toast';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { useIsOff } from '@/components/ui/role-context';
import { type OrderActions, type OrderTarget, useOrderWrite } from '@/components/orders/detail/use-order-write';
import { WriteProblem } from '@/components/orders/detail/write-problem';
import { WriteScopeNote } from '@/components/orders/detail/write-scope-note';
import type { ${pascal}Command } from '@/lib/orders/order/order-commands';
import type { OrderView } from '@/lib/orders/order-view';

type CardProps = { target: OrderTarget; view: OrderView; action: OrderActions['${camel}'] };

/** ${sentence}: the card on the page of an order. */
export function ${pascal}Card({ target, view, action }: CardProps) {
  const t = useTranslations('${camel}');
  const toast = useToast();
  const isForbidden = useIsOff('${right}', '${scope}');
  // False for orders for which the sandbox refuses the write. Other examples: view.order.payment_status === 'paid', or
  // !['delivered', 'cancelled'].includes(view.order.status). Then name these statuses in the text notPossible. If the
  // platform document names no such status, delete isPossible, and the text notPossible in both languages.${
    shows === null ? ' Then\n  // nothing uses view: delete it here and in order-screen.tsx.' : ''
  }
  const isPossible = view.order.status !== 'cancelled';
  const isOff = isForbidden || !isPossible;
  const [value, setValue] = useState('');
  // To show a value of the answer, take the parameter \`written\` (see "Cases" of docs/recipes/add-an-operation.md).
  const write = useOrderWrite<Pick<${pascal}Command, 'body'>>(action, target, () => {
    setValue('');
    toast({ text: t('sent') });
  });
  const isWaiting = write.sending || write.isOutcomeUnknown;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value !== '') void write.send({ body: { ${field}: value } });
  };
  return (
    <Card title={t('title')}>
      <form onSubmit={submit} noValidate className="flex flex-col items-start gap-3">${
        shows === null
          ? ''
          : `
        {/* A time: <RelativeTime at={…} />, from '@/components/ui/text/relative-time'. */}
        {view.order.${shows} && (
          <p className="break-words text-sm">
            <bdi>{view.order.${shows}.${field}}</bdi>
          </p>
        )}`
      }
        {/* maxLength is the greatest length in the contract. Other controls: TextArea, from the same file as Input and
            with the same props. Select, from '@/components/ui/form/select', has <option value="x">{t('x')}</option>
            inside, and disabled in place of readOnly. A day: Input with type="date" in place of dir and maxLength. Its
            value is a text such as 2026-11-21. The end of this day: startOfDay(nextDay(value), timeZone)?.toISOString(),
            from '@/lib/shared/store-day'. Write const timeZone = useTimeZone() ?? 'UTC' above, from 'next-intl'. */}
        <Field label={t('value')} className="w-full">
          {(control) => (
            <Input
              {...control}
              dir="auto"
              maxLength={255}
              value={value}
              readOnly={isOff || isWaiting}
              onChange={(event) => setValue(event.target.value)}
            />
          )}
        </Field>
        {isForbidden && <WriteScopeNote needs="${right}" />}
        {!isPossible && <p className="text-sm text-ink-soft">{t('notPossible')}</p>}
        {/* Shows why a write was refused, and what a user can do after a lost answer. */}
        {!write.sending && (
          <WriteProblem outcome={write.outcome} again={() => write.input && void write.send(write.input)} />
        )}
        <Button type="submit" disabled={isOff || value === ''} pending={isWaiting}>
          {t('send')}
        </Button>
      </form>
    </Card>
  );
}
`;

export const xrayBlock = ({ kebab, camel }: NewName) => `{
      name: '${camel}',
      source: 'components/orders/detail/${kebab}/${kebab}-card.tsx',
      feed: '${camel}Action',
      at,
      requests: ['${camel}'],
    },`;

export const scenario = ({ camel, pascal, snake, shows }: NewWrite) => `${snake}: {
    run: run(${pascal}Command, ${camel}),
    route: 'POST ${documentedLayout.api}/orders/*',
    complete: { body: endpointExamples.${camel}.body() },
    // Another status of the order: (await paidOrder(on, 2, { status: 'approved' })).id
    good: async (on) => ({ orderId: (await paidOrder(on)).id, body: endpointExamples.${camel}.body() }),
    bad: async () => ({
      input: { orderId: 'ord_of_nobody', body: endpointExamples.${camel}.body() },
      refusal: { status: 404, reason: 'not_found' },
    }),
    // The name in recordEffect of the sandbox. capturePayment records 'payment.captured'.
    effect: 'order.${snake}',${shows === null ? '' : '\n    requestsState: true,'}
    isFoundByReading: ${shows !== null},
    inMirror: 'mark',
  },`;

export const orderAction = ({ camel, right }: NewWrite) => `${camel}Action: {
    needs: ['${right}'],
    input: { body: endpointExamples.${camel}.body() },
  },`;

export const endpointExample = ({ camel, scope, field, ids }: NewWrite) => `${camel}: {
    scope: '${scope}',
    requirements: /^${ids}-/,
    body: () => ({ ${field}: 'قيمة' }),
  },`;
