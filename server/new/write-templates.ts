import { documentedLayout } from '@/sandbox/platform-layout';
import type { NewName, NewWrite } from './new-name';

/* Templates of the texts that `npm run new -- write NAME` writes. Each function returns the text of a new file, or of
   an entry of a list. The command formats the files afterwards. */

/** The sentence with which the sandbox refuses every write until its rule is written. */
export const ruleMissing = ({ kebab }: NewName) => `the rule of ${kebab} is not written`;

export const body = ({ path, pascal }: NewWrite) => `
/** Body of POST /orders/{id}/${path}. */
export const ${pascal}Body = z.strictObject({ value: Text.min(1).max(255) });
export type ${pascal}Body = z.output<typeof ${pascal}Body>;`;

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

test('POST /orders/{id}/${name.path} changes the order once, even if it is sent twice with one key', async () => {
  const { id } = await storefrontOrder(world);
  const key = randomUUID();
  const send = () =>
    api.call('POST', \`/orders/\${id}/${name.path}\`, { value: 'x' }, { 'idempotency-key': key });
  const first = await send();
  expect(first.body).toMatchObject({ data: { id } });
  expect(first.status).toBe(200);
  expect((await send()).body).toEqual(first.body);
  const effects = await world.control('GET', \`/effects?idempotency_key=\${key}\`);
  expect(effects.body).toMatchObject({ data: [{ kind: 'order.${name.snake}', id }] });
});
`;

export const sandboxRule = (
  name: NewWrite,
) => `import type { ${name.pascal}Body } from 'commerce-platform-client/contract/orders';
import { type Context, recordEffect } from '@/sandbox/domain/context';
import { type Refusal, refuse } from '@/sandbox/domain/refusal';
import type { OrderRecord } from '@/sandbox/world/records';
import { touch } from './change-order';

/** Handles POST /orders/{id}/${name.path}. If it refuses the write, nothing changes. */
export function ${name.camel}(context: Context, order: OrderRecord, body: ${name.pascal}Body): OrderRecord | Refusal {
  const refusal = refusalOf(order, body);
  if (refusal) return refusal;
  const changed = touch(context, order, {}, 'attributes', body.value);
  recordEffect(context, 'order.${name.snake}', order.id);
  return changed;
}

/** Returns why the platform refuses the write; null if it allows the write. */
function refusalOf(order: OrderRecord, body: ${name.pascal}Body): Refusal | null {
  return refuse('conflict', \`${ruleMissing(name)} (\${order.status}, \${Object.keys(body).join()})\`);
}
`;

export const handler = ({ camel }: NewName) => `${camel}: ({ context, install, app, id, body }) => {
    const order = orderOf(context, install, id);
    return isRefusal(order) ? order : detailFor(install, app, ${camel}(context, order, body));
  },`;

export const command = ({ pascal }: NewName) => `
export const ${pascal}Command = OrderCommand.extend({ body: ${pascal}Body });
export type ${pascal}Command = z.infer<typeof ${pascal}Command>;`;

export const useCase = ({ path, scope, camel, pascal, snake }: NewWrite) => `import 'server-only';
import { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { OperationKind } from '@/lib/operations/sending/operation-kind.server';
import type { OperationOutcome } from '@/lib/operations/operation-outcome';
import { runOperation } from '@/lib/operations/sending/run-operation.server';
import type { ${pascal}Command } from '@/lib/orders/order/order-commands';
import { orderChanged, orderIdOf } from '@/lib/orders/order/order-operation.server';
import { ${pascal}Body } from 'commerce-platform-client/contract/orders';

/** Sends the write as an operation (a recorded write). platform: Orders, POST /orders/{id}/${path}. */
export async function ${camel}(
  context: InstallContext,
  { operationId, orderId, body }: ${pascal}Command,
): Promise<OperationOutcome<z.infer<typeof Changed>>> {
  return runOperation(context, ${camel}Kind, { operationId, target: { orderId }, body });
}

const Changed = z.object({ orderId: z.string() });

/** Kind of operation that sends POST /orders/{id}/${path}. After an unknown outcome, a person decides. */
export const ${camel}Kind: OperationKind<${pascal}Body, z.infer<typeof Changed>> = {
  kind: '${snake}',
  body: ${pascal}Body,
  result: Changed,
  scopes: () => ['${scope}'],

  // The answer is not stored. The order is marked as changed instead, and the worker reads it.
  async send(platform, operation) {
    const orderId = orderIdOf(operation);
    const answer = await platform.${camel}(operation.idempotencyKey, orderId, operation.request);
    return orderChanged(operation, answer, { order: null, result: { orderId } });
  },

  async reconcile() {
    return 'unclear';
  },
};
`;

export const action = ({ right, camel, pascal, sentence }: NewWrite) => `
/** ${sentence}: a write to a sales order. */
export async function ${camel}Action(command: z.input<typeof ${pascal}Command>): Promise<OrderWriteOutcome> {
  return runCommand('${right}', ${pascal}Command, command, ${camel}, 'body');
}`;

export const card = ({ right, scope, camel, pascal, sentence }: NewWrite) => `'use client';

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

type CardProps = { target: OrderTarget; action: OrderActions['${camel}'] };

/** ${sentence}: the card on the page of an order. */
export function ${pascal}Card({ target, action }: CardProps) {
  const t = useTranslations('${camel}');
  const toast = useToast();
  const isOff = useIsOff('${right}', '${scope}');
  const [value, setValue] = useState('');
  const write = useOrderWrite<Pick<${pascal}Command, 'body'>>(action, target, () => {
    setValue('');
    toast({ text: t('sent') });
  });
  const isWaiting = write.sending || write.isOutcomeUnknown;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value !== '') void write.send({ body: { value } });
  };
  return (
    <Card title={t('title')}>
      <form onSubmit={submit} noValidate className="flex flex-col items-start gap-3">
        <Field label={t('value')} className="w-full">
          {(control) => (
            <Input
              {...control}
              dir="auto"
              value={value}
              readOnly={isOff || isWaiting}
              onChange={(event) => setValue(event.target.value)}
            />
          )}
        </Field>
        {isOff && <WriteScopeNote needs="${right}" />}
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

export const scenario = ({ camel, pascal, snake }: NewName) => `${snake}: {
    run: run(${pascal}Command, ${camel}),
    route: 'POST ${documentedLayout.api}/orders/*',
    complete: { body: endpointExamples.${camel}.body() },
    good: async (on) => ({ orderId: (await paidOrder(on)).id, body: endpointExamples.${camel}.body() }),
    bad: async () => ({
      input: { orderId: 'ord_of_nobody', body: endpointExamples.${camel}.body() },
      refusal: { status: 404, reason: 'not_found' },
    }),
    effect: 'order.${snake}',
    isFoundByReading: false,
  },`;

export const orderAction = ({ camel, right }: NewWrite) => `${camel}Action: {
    needs: ['${right}'],
    input: { body: endpointExamples.${camel}.body() },
  },`;

export const endpointExample = ({ camel, snake, scope }: NewWrite) => `${camel}: {
    scope: '${scope}',
    requirements: /^${snake.toUpperCase()}-/,
    body: () => ({ value: 'قيمة' }),
  },`;
