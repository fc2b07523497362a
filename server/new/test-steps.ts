import { addAfter as after, addImport } from './edit-source';
import type { NewWrite } from './new-name';
import type { Step } from './plan';
import * as files from './write-templates';

const commands = 'lib/orders/order/order-commands';
const examples = 'tests/support/platform/endpoint-examples';

/**
 * Returns the steps that add a new write to the tables of the general tests. These tests check every write or every
 * endpoint, and read their input from a table.
 */
export function testSteps(name: NewWrite): Step[] {
  const { kebab, camel, pascal, snake } = name;
  return [
    {
      file: `${examples}.ts`,
      todo: 'Write a valid body with every field, and the pattern of the ids of the requirements.',
      changes: [after('endpointExamples', 'setOrderStatus', camel, files.endpointExample(name))],
    },
    {
      file: 'tests/support/operations/operation-scenarios.ts',
      todo: 'Check the effect and the refused command. The tests of lost answers, double clicks and crashes use them.',
      changes: [
        addImport(`@/${commands}`, `${pascal}Command`),
        addImport(`@/lib/orders/order/${kebab}.server`, camel),
        addImport(`@/${examples}`, 'endpointExamples'),
        after('byKind', 'set_order_status', snake, files.scenario(name)),
      ],
    },
    {
      file: 'tests/support/e2e/order-actions.ts',
      changes: [
        addImport(`@/${examples}`, 'endpointExamples'),
        after('orderActions', 'setOrderStatusAction', `${camel}Action`, files.orderAction(name)),
      ],
    },
  ];
}
