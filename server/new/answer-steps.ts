import { addAfter as after, addImport, type Change } from './edit-source';
import { camelOf, examplesOf, type Field, jsonType } from './fields';
import type { NewWrite } from './new-name';
import type { Step } from './plan';
import * as sandboxFiles from './sandbox-templates';

/** Returns the steps that add the field of an order that shows what the write has stored. */
export function orderField(name: NewWrite, shows: string): Step[] {
  const { pascal, shownField } = name;
  return [
    {
      file: 'sandbox/world/records.ts',
      onlyIf: `the field "${shows}" of an order is not ${shownField ? `"${shownField.name}"` : 'the body'} of the write, but for example only a time.`,
      changes: [
        addImport('commerce-platform-client/contract/orders', `${pascal}Body`, { isType: true }),
        after('OrderRecord', 'attributes', shows, sandboxFiles.recordField(name, shows)),
      ],
    },
    {
      file: 'sandbox/domain/orders/order-answers.ts',
      onlyIf: `the field "${shows}" of an order differs from the value in the record of the sandbox.`,
      changes: [after('projectOrderDetail', 'attributes', shows, `${shows}: order.${shows} ?? null,`)],
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

/** Returns the steps of the test that compares each answer of the sandbox with the platform document. */
export function fieldsTest(name: NewWrite): Step[] {
  const { shows, shownField, answer, method, path, pascal, fields } = name;
  if (shows === null && !answer) return [];
  const request = `await data('${method}', \`/orders/\${(await ${sandboxFiles.acceptedOrder(name)}).id}/${path}\`, { ${examplesOf(fields)} })`;
  return [
    {
      file: 'tests/integration/sandbox/api/fields.test.ts',
      ...(shows !== null && {
        onlyIf: `the field "${shows}" of an order is not ${shownField ? `a ${jsonType(shownField)}` : 'an object'}. A time is ${shows}:string?`,
      }),
      changes: [
        ...(shows === null
          ? []
          : [
              insertOnce(
                'note:string? attributes:object',
                `\n    ${shows}:${shownField ? jsonType(shownField) : 'object'}?`,
              ),
            ]),
        ...(answer
          ? [
              after(
                'documented',
                'RefundAnswer',
                `${pascal}Answer`,
                `${pascal}Answer: '${answer.name}:${jsonType(answer)}',`,
              ),
              insertOnce(
                "check(refunded, 'RefundAnswer', 'POST refund', found);",
                `\ncheck(${request}, '${pascal}Answer', '${method} ${path}', found);`,
              ),
            ]
          : []),
      ],
    },
  ];
}

/** Returns the step that lets the screen read the value of the answer. */
export function orderWritten(answer: Field): Step {
  const key = camelOf(answer.name);
  return {
    file: 'lib/orders/order/order-write-outcome.ts',
    changes: [after('OrderWritten', 'orderStatusSkipped', key, `${key}?: ${jsonType(answer)};`)],
  };
}

/**
 * Returns a change that inserts a text after the place, which must be in the file exactly once. A space of the place
 * stands for any white space, because the formatter breaks a line that became too long.
 */
const insertOnce =
  (place: string, text: string): Change =>
  (source) => {
    const words = place.split(' ').map((word) => word.replace(/[^\w\s]/g, '\\$&'));
    const parts = source.split(new RegExp(`(${words.join('\\s+')})`));
    if (parts.length !== 3) throw new Error(`the file must have "${place}" exactly once`);
    const [before, found, rest] = parts;
    return `${before}${found}${text}${rest}`;
  };
