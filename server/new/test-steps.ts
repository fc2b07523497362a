import { addAfter as after, addImport } from './edit-source';
import type { NewName } from './new-name';
import type { Step } from './plan';
import * as files from './write-templates';

const commands = 'lib/orders/order/order-commands';

/** Returns the steps of a new write in the lists of the tests that run for every write or for every endpoint. */
export function testSteps(name: NewName): Step[] {
  const { kebab, camel, pascal, snake } = name;
  return [
    {
      file: 'tests/support/operations/operation-scenarios.ts',
      todo: 'Replace the values. Then the tests of lost answers, double clicks and crashes use them.',
      changes: [
        addImport(`@/${commands}`, `${pascal}Command`),
        addImport(`@/lib/orders/order/${kebab}.server`, camel),
        after('scenarios', 'set_order_status', snake, files.scenario(name)),
      ],
    },
    {
      file: 'tests/integration/app/operations/hostile-text.test.ts',
      todo: 'Give every text field of the command a value.',
      changes: [after('inputs', 'set_order_status', snake, files.hostileInput(name))],
    },
    {
      file: 'tests/support/reports/coverage-document.ts',
      todo: 'Write the pattern of the ids of the requirements.',
      changes: [after('requirementsOf', 'setOrderStatus', camel, `${camel}: /^${snake.toUpperCase()}-/,`)],
    },
    {
      file: 'tests/support/platform/client-fixture.ts',
      changes: [after('callOf', 'setOrderStatus', camel, files.clientCall(name))],
    },
    {
      file: 'tests/integration/sandbox/api/api-general.test.ts',
      changes: [
        after(
          'scopeOf',
          'PATCH /orders/{id}/status',
          `POST /orders/{id}/${kebab}`,
          `'POST /orders/{id}/${kebab}': 'orders:write',`,
        ),
      ],
    },
    {
      file: 'tests/integration/sandbox/api/generated-client.test.ts',
      changes: [after('calls', 'setOrderStatus', camel, files.generatedCall(name))],
    },
    {
      file: 'tests/integration/sandbox/bad-input/bad-input-request.ts',
      changes: [after('bodyOf', 'setOrderStatus', camel, files.badInput(name))],
    },
    {
      file: 'tests/e2e/entry-points.spec.ts',
      changes: [
        after(
          'tried',
          'action setOrderStatusAction',
          `action ${camel}Action`,
          `'action ${camel}Action': refusesOrderCommand('${camel}Action', { value: 'x' }),`,
        ),
      ],
    },
    {
      file: 'tests/e2e/roles.spec.ts',
      changes: [
        after(
          'entries',
          'setOrderStatusAction',
          `${camel}Action`,
          `action('${camel}Action', 'edit_orders', { orderId, value: 'x' }),`,
        ),
      ],
    },
  ];
}
