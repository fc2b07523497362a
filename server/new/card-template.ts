import { camelOf, type Field, jsonType, textLengthMax } from './fields';
import type { NewWrite } from './new-name';

/** Returns true if the card of a new write reads the order. */
export const readsOrder = ({ shows, refuses, fields, answer }: NewWrite): boolean =>
  shows !== null ||
  refuses === null ||
  refuses.length > 0 ||
  [...fields, ...(answer ? [answer] : [])].some(({ type }) => type === 'money');

/** Returns the text of the card with the form of a new write. */
export function card(name: NewWrite): string {
  const { right, scope, camel, pascal, sentence, fields, shows, shownField, refuses, answer } = name;
  const shown = [...(shows === null ? [] : fields), ...(answer ? [answer] : [])];
  const has = (list: readonly Field[], ...types: Field['type'][]) =>
    list.some(({ type }) => types.includes(type));
  const hasNumber = has(fields, 'number', 'money');
  const hasDay = has(shown, 'date', 'time');
  const usesView = readsOrder(name);
  const isOff = refuses?.length === 0 ? 'isForbidden' : 'isForbidden || !isPossible';
  const importIf = (isUsed: boolean, what: string, from: string) =>
    isUsed ? `import { ${what} } from '${from}';\n` : '';
  const intl = [
    ...(hasDay ? ['useFormatter'] : []),
    ...(has(fields, 'time') ? ['useTimeZone'] : []),
    'useTranslations',
  ];
  const inputs = has(fields, 'text', 'number', 'date', 'time');
  return `'use client';

import { ${intl.join(', ')} } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useToast } from '@/components/ui/feedback/toast';
${importIf(has(fields, 'boolean'), 'Checkbox', '@/components/ui/form/checkbox')}${importIf(
  fields.some(({ type }) => type !== 'boolean'),
  'Field',
  '@/components/ui/form/field',
)}${importIf(inputs, 'Input', '@/components/ui/form/input')}${importIf(
  has(fields, 'money'),
  'MoneyInput',
  '@/components/ui/form/money-input',
)}${importIf(has(fields, 'enum'), 'Select', '@/components/ui/form/select')}${importIf(
  shows !== null,
  'Facts',
  '@/components/ui/list/facts',
)}import { useIsOff } from '@/components/ui/role-context';
${importIf(has(shown, 'money'), 'MoneyText', '@/components/ui/text/money-text')}${importIf(
  has(shown, 'number'),
  'NumberText',
  '@/components/ui/text/number-text',
)}import { type OrderActions, type OrderTarget, useOrderWrite } from '@/components/orders/detail/use-order-write';
import { WriteProblem } from '@/components/orders/detail/write-problem';
import { WriteScopeNote } from '@/components/orders/detail/write-scope-note';
import type { ${pascal}Command } from '@/lib/orders/order/order-commands';
${usesView ? "import type { OrderView } from '@/lib/orders/order-view';\n" : ''}${importIf(
  hasDay,
  [...(has(shown, 'date') ? ['dateParts'] : []), ...(has(shown, 'time') ? ['dateTimeParts'] : [])].join(', '),
  '@/lib/shared/locale',
)}${importIf(hasNumber, 'parseAmount', '@/lib/shared/numbers/money')}${importIf(
  has(fields, 'time'),
  'nextDay, startOfDay',
  '@/lib/shared/store-day',
)}
type CardProps = { target: OrderTarget; ${usesView ? 'view: OrderView; ' : ''}action: OrderActions['${camel}'] };

/** Values of the controls before the user has changed them. */
const empty = { ${fields.map(({ name: key, type }) => `${key}: ${type === 'boolean' ? 'false' : "''"}`).join(', ')} };
${[...new Map([...fields, ...shown].map((field) => [field.name, field])).values()]
  .filter(({ type }) => type === 'enum')
  .map((field) => `\n${choicesOf(field)}\n`)
  .join('')}
/** ${sentence}: the card on the page of an order. */
export function ${pascal}Card({ target, ${usesView ? 'view, ' : ''}action }: CardProps) {
  const t = useTranslations('${camel}');${hasDay ? '\n  const format = useFormatter();' : ''}${
    has(fields, 'time') ? "\n  const timeZone = useTimeZone() ?? 'UTC';" : ''
  }
  const toast = useToast();
  const isForbidden = useIsOff('${right}', '${scope}');
${possible(name)}  const isOff = ${isOff};
  const [typed, setTyped] = useState(empty);
${fields.map((field) => `  const ${localOf(field)} = ${valueOf(field)};`).join('\n')}
  const body = ${bodyOf(fields)};${shown
    .filter(({ type }) => type === 'enum')
    .map((field) => `\n  ${nameOfChoice(field)}`)
    .join('')}
  const write = useOrderWrite<Pick<${pascal}Command, 'body'>>(action, target, (${answer ? `{ ${camelOf(answer.name)}: answer }` : ''}) => {
    setTyped(empty);
    toast({ text: ${answer ? sentWith(answer) : "t('sent')"} });
  });
  const isWaiting = write.sending || write.isOutcomeUnknown;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (body) void write.send({ body });
  };
  return (
    <Card title={t('title')}>
      <form onSubmit={submit} noValidate className="flex flex-col items-start gap-3">${
        shows === null
          ? ''
          : `
        {${isThere(name, shows)} && (
          <Facts
            facts={[
${fields.map((field) => `{ label: t('fields.${field.name}'), value: ${shownValue(field, `view.order.${shows}${shownField ? '' : `.${field.name}`}`)} },`).join('\n')}
            ]}
          />
        )}`
      }
${fields.map(controlOf).join('\n')}
        {isForbidden && <WriteScopeNote needs="${right}" />}
${refuses?.length === 0 ? '' : `        {!isPossible && <p className="text-sm text-ink-soft">{t('notPossible')}</p>}\n`}        {/* Shows why a write was refused, and what a user can do after a lost answer. */}
        {!write.sending && (
          <WriteProblem outcome={write.outcome} again={() => write.input && void write.send(write.input)} />
        )}
        <Button type="submit" disabled={isOff || !body} pending={isWaiting}>
          {t('send')}
        </Button>
      </form>
    </Card>
  );
}
${
  hasNumber
    ? `
/** Returns the typed number without decimals (an amount in minor units); undefined if it is wrong or too small. */
function readNumber(text: string, decimals: number, min: number): number | undefined {
  const read = parseAmount(text, decimals);
  return read.ok && read.amountMinor >= min ? read.amountMinor : undefined;
}
`
    : ''
}${
  has(fields, 'time')
    ? `
/** Returns the last second of a day in the time zone of the store; undefined if no day is typed. */
function endOfDay(day: string, timeZone: string): string | undefined {
  const next = day === '' ? null : startOfDay(nextDay(day), timeZone);
  return next ? new Date(next.getTime() - 1_000).toISOString() : undefined;
}
`
    : ''
}`;
}

/** Returns an expression that is true if the order has the new field. The values 0 and false also count. */
const isThere = ({ shownField }: NewWrite, shows: string): string =>
  shownField && jsonType(shownField) !== 'string'
    ? `typeof view.order.${shows} === '${jsonType(shownField)}'`
    : `view.order.${shows}`;

/** Returns the statement that decides for which orders the form can be used. */
function possible(name: NewWrite): string {
  if (name.refuses?.length === 0) return '';
  if (name.refuses)
    return `  const isPossible = ![${name.refuses.map((status) => `'${status}'`).join(', ')}].includes(view.order.status);\n`;
  return `  // False for orders for which the sandbox refuses the write. Other examples: view.order.payment_status === 'paid', or
  // !['delivered', 'cancelled'].includes(view.order.status). Then name these statuses in the text notPossible. If the
  // platform document names no such status, delete isPossible, and the text notPossible in both languages.${
    readsOrder({ ...name, refuses: [] })
      ? ''
      : ' Then\n  // nothing uses view: delete it here and in order-screen.tsx.'
  }
  const isPossible = view.order.status !== 'cancelled';
`;
}

const choicesName = ({ name }: Field) => `${camelOf(name)}Choices`;

const choicesOf = (field: Field) =>
  `/** The values of ${field.name} in the contract of the API. */
const ${choicesName(field)} = [${field.values.map((value) => `'${value}'`).join(', ')}] as const;`;

/** Returns the statement of the function that shows a value of an enum. */
const nameOfChoice = (field: Field) => `const ${camelOf(field.name)}Name = (value: string) => {
    const known = ${choicesName(field)}.find((one) => one === value);
    return known ? t(\`values.${field.name}.\${known}\`) : <bdi>{value}</bdi>;
  };`;

/** Returns the name of the variable with the value of a field for the request; undefined if it is missing or wrong. */
const localOf = ({ name }: Field) => `${camelOf(name)}Value`;

function valueOf(field: Field): string {
  const typed = `typed.${field.name}`;
  switch (field.type) {
    case 'text':
    case 'date':
      return `${typed} || undefined`;
    case 'number':
      return `readNumber(${typed}, 0, 0)`;
    case 'money':
      return `readNumber(${typed}, view.order.total.decimals, 1)`;
    case 'time':
      return `endOfDay(${typed}, timeZone)`;
    case 'boolean':
      return typed;
    case 'enum':
      return `${choicesName(field)}.find((one) => one === ${typed})`;
  }
}

/** Returns an expression for the body of the request. The body is missing until every value is there. */
function bodyOf(fields: readonly Field[]): string {
  const required = fields.filter(({ type }) => type !== 'boolean');
  const body = `{ ${fields.map((field) => `${field.name}: ${localOf(field)}`).join(', ')} }`;
  if (required.length === 0) return body;
  return `${required.map((field) => `${localOf(field)} !== undefined`).join(' && ')} ? ${body} : null`;
}

/** Returns the control of a field. */
function controlOf(field: Field): string {
  const { name, type } = field;
  const set = (value: string) => `onChange={(event) => setTyped({ ...typed, ${name}: ${value} })}`;
  if (type === 'boolean')
    return `<Checkbox
      label={t('fields.${name}')}
      checked={typed.${name}}
      disabled={isOff || isWaiting}
      ${set('event.target.checked')}
    />`;
  const isNumber = type === 'number' || type === 'money';
  const error = isNumber
    ? ` error={typed.${name} !== '' && ${localOf(field)} === undefined ? t('wrong.${name}') : undefined}`
    : '';
  return `<Field label={t('fields.${name}')}${error} className="w-full">
      {(control) => (
        ${innerControl(field, `value={typed.${name}} ${set('event.target.value')}`)}
      )}
    </Field>`;
}

function innerControl(field: Field, value: string): string {
  const { name } = field;
  const readOnly = 'readOnly={isOff || isWaiting}';
  switch (field.type) {
    case 'number':
      return `<Input {...control} code inputMode="numeric" ${readOnly} ${value} />`;
    case 'money':
      return `<MoneyInput
        {...control}
        currency={{ code: view.order.total.currency, decimals: view.order.total.decimals }}
        ${readOnly}
        ${value}
      />`;
    case 'date':
      return `<Input {...control} type="date" ${readOnly} ${value} />`;
    case 'time':
      return `// The request has the last second of this day in the time zone of the store.
        <Input {...control} type="date" ${readOnly} ${value} />`;
    case 'enum':
      return `<Select {...control} disabled={isOff || isWaiting} ${value}>
        <option value="" />
        {${choicesName(field)}.map((one) => (
          <option key={one} value={one}>
            {t(\`values.${name}.\${one}\`)}
          </option>
        ))}
      </Select>`;
    default:
      // maxLength is the greatest length in the contract.
      return `<Input {...control} dir="auto" maxLength={${field.lengthMax ?? textLengthMax}} ${readOnly} ${value} />`;
  }
}

/** Returns an expression that shows a value of the platform. */
function shownValue(field: Field, value: string): string {
  const { name } = field;
  switch (field.type) {
    case 'text':
      return `<bdi>{${value}}</bdi>`;
    case 'number':
      return `<NumberText value={${value}} />`;
    case 'money':
      return `<MoneyText money={{ ...view.order.total, amount_minor: ${value} }} />`;
    case 'date':
      return `format.dateTime(new Date(${value}), { ...dateParts, timeZone: 'UTC' })`;
    case 'time':
      return `format.dateTime(new Date(${value}), dateTimeParts)`;
    case 'boolean':
      return `t(${value} ? 'values.${name}.yes' : 'values.${name}.no')`;
    case 'enum':
      return `${camelOf(name)}Name(${value})`;
  }
}

/** Returns the text of the toast. The answer is missing if a person reported that the write happened. */
const sentWith = (answer: Field) =>
  `answer === undefined ? t('sent') : t.rich('sentWith', { value: () => ${shownValue(answer, 'answer')} })`;
