import { addAfter as after, addImport } from './edit-source';
import { acceptedStatus, type NewWrite } from './new-name';
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
      ...(name.refuses?.includes('approved')
        ? {
            todo:
              'The general tests send the write to an approved order, which the sandbox refuses. Give the write another order: ' +
              'in callWrite of tests/support/platform/client-fixture.ts and of ' +
              'tests/integration/sandbox/api/generated-client.test.ts, and in validDraft of ' +
              'tests/integration/sandbox/bad-input/bad-input-request.ts.',
          }
        : { onlyIf: `you change the fields of ${pascal}Body. The row needs a valid value for every field.` }),
      changes: [after('endpointExamples', 'setOrderStatus', camel, files.endpointExample(name))],
    },
    {
      file: 'tests/support/operations/operation-scenarios.ts',
      onlyIf:
        `the sandbox refuses the write for a paid order with the status ${acceptedStatus(name)}, or records another effect ` +
        `than order.${snake}, or you changed "requestsState" or "reconcile".`,
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
