import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import ts from 'typescript';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { orderStatuses } from 'commerce-platform-client/contract/orders';
import { verbs } from '@/eslint.tiers.mjs';
import { nextDay, startOfDay } from '@/lib/shared/store-day';
import { main } from '@/server/new';
import { root } from '@/tests/stages/stage';
import { readRecipes } from '@/tests/support/recipes/read-recipes';
import { addEntry } from './edit-source';
import { planEvent, spellTopic } from './event-plan';
import { labelOf } from './field-labels';
import { spell, spellWrite } from './new-name';
import { applyPlan, describePlan, type Plan, writePlan } from './plan';
import { effectMissing } from './sandbox-templates';
import { planScreen } from './screen-plan';
import { planWrite } from './write-plan';

const list = "export const kinds = ['first'];\n";
const addSecond = addEntry({ within: 'kinds', after: 'first', key: 'second', text: "'second'," });
const planOf = (...steps: Plan['steps']): Plan => ({ steps, test: { command: '', until: '' }, after: [] });
const good = [
  { file: 'list.ts', changes: [addSecond] },
  { file: 'folder/[id]/new.ts', create: 'export {};\n' },
];

describe('writePlan', () => {
  let folder: string;
  const write = (...steps: Plan['steps']) => writePlan(folder, planOf(...steps));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' });

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'daftar-new-'));
    writeFileSync(path.join(folder, 'list.ts'), list);
    git('init', '--quiet');
    git('add', '--all');
    git(
      '-c',
      'user.name=Test',
      '-c',
      'user.email=test@example.com',
      'commit',
      '--quiet',
      '--message',
      'list',
    );
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Checks that the command wrote nothing. Returns the reason of the refusal that the command reports. */
  async function refusal(written: Promise<string[]>): Promise<string> {
    const reason = await written.then(
      () => expect.fail('written'),
      (error: Error) => error.message,
    );
    expect(existsSync(path.join(folder, 'folder'))).toBe(false);
    expect(readFileSync(path.join(folder, 'list.ts'), 'utf8')).not.toContain('second');
    return reason;
  }

  it('changes and creates files', async () => {
    expect(await write(...good)).toEqual(['list.ts', 'folder/[id]/new.ts']);
    expect(readFileSync(path.join(folder, 'list.ts'), 'utf8')).toContain('second');
    expect(readFileSync(path.join(folder, 'folder/[id]/new.ts'), 'utf8')).toBe('export {};\n');
  });

  it('writes nothing if one place is not found, and names each problem', async () => {
    const bad = [
      { file: 'list.ts', changes: [addEntry({ within: 'kinds', after: 'gone', key: 'x', text: '' })] },
      { file: 'gone.ts', changes: [] },
    ];
    expect((await refusal(write(...good.slice(1), ...bad))).split('\n')).toEqual([
      'Nothing was written.',
      'list.ts: "kinds" must have "gone" exactly once, but has it 0 times',
      'gone.ts: the file does not exist',
    ]);
  });

  it('writes nothing if a new text is not TypeScript', async () => {
    const bad = { file: 'bad.ts', create: 'export const { return } = {};\n' };
    expect(await refusal(write(...good, bad))).toMatch(
      /^Nothing was written\.\nbad\.ts: the new text has an error: /,
    );
  });

  it('writes nothing if a new file already exists', async () => {
    const existing = { file: 'list.ts', create: '' };
    expect(await refusal(write(...good.slice(1), existing))).toContain('list.ts: the file already exists');
  });

  it('writes nothing if git reports a change of a file', async () => {
    writeFileSync(path.join(folder, 'list.ts'), `${list}// mine\n`);
    expect(await refusal(write(...good))).toContain('list.ts: git reports a change');
  });

  it('writes nothing outside of a git clone', async () => {
    rmSync(path.join(folder, '.git'), { recursive: true });
    expect(await refusal(write(...good))).toContain('This is no git clone');
  });
});

describe('the plan of a new write', () => {
  const words = { en: 'Record an example', ar: 'تسجيل مثال' };
  const planOf = (options: Parameters<typeof spellWrite>[2]) => {
    const name = spellWrite('record-example', verbs, options);
    const fields = [...name.fields, ...(name.answer ? [name.answer] : [])];
    const arabic = ({ values }: (typeof fields)[number]) =>
      ['السبب', values.map(() => 'نعم').join('،')].join(':');
    return planWrite(
      name,
      words,
      fields.map((field) => labelOf(field, undefined, arabic(field))),
      { en: 'The order is held.', ar: 'الطلب معلّق.' },
    );
  };
  const plan = planOf({ field: ['reason'], shows: 'example' });
  const complete = {
    field: ['until:time', 'kind:fraud,stock'],
    shows: 'example',
    refuses: 'cancelled,completed',
    code: 'order_held',
    answer: 'held_until:time',
  };

  it.each([{}, { field: ['reason'], shows: 'example' }, complete])(
    'finds each of its places in this tree: %j',
    (options) => {
      expect(applyPlan(root, planOf(options)).problems).toEqual([]);
    },
  );

  it.each(['PUT', 'PATCH'])('uses the method of its options in every file: %s', (method) => {
    const posts = (texts: ReadonlyMap<string, string>, word: RegExp) =>
      [...texts].map(([file, text]) => `${file}: ${text.match(word)?.length ?? 0}`);
    for (const options of [{}, { field: ['reason'], shows: 'example' }, complete]) {
      const { steps } = planOf({ ...options, method });
      const { texts } = applyPlan(root, planOf({ ...options, method }));
      const before = steps.map(({ file }) => {
        const text = existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : '';
        return [file, text] as const;
      });
      // platform-api.d.ts has the methods in lower case. An endpoint has one method, and `never` for each other one.
      for (const word of [/\bPOST\b/g, /\bpost:/g])
        expect(posts(texts, word)).toEqual(posts(new Map(before), word));
      const count = new RegExp(`^ +${method.toLowerCase()}: operations\\["recordExample"\\];$`, 'm');
      expect(texts.get('tests/integration/sandbox/api/generated/platform-api.d.ts')).toMatch(count);
      expect(texts.get('lib/platform/contract/endpoints.ts')).toContain(
        `method: '${method}',\n    path: '/orders/{id}/record-example'`,
      );
      expect(describePlan(planOf({ ...options, method }))).not.toContain('POST');
    }
  });

  it.each([
    ['reason', 'z.string()', 'string', "'قيمة'", 'view.order.example && ('],
    ['reason:text:200', 'z.string()', 'string', "'قيمة'", 'maxLength={200}'],
    ['pieces:number', 'z.int()', 'number', '1', "typeof view.order.example === 'number' && ("],
    ['urgent:boolean', 'z.boolean()', 'boolean', 'true', "typeof view.order.example === 'boolean' && ("],
  ])(
    'shows the value of the only field itself, in all its places, with --shows NAME:value: %s',
    (option, schema, type, value, condition) => {
      const { texts, problems } = applyPlan(root, planOf({ field: [option], shows: 'example:value' }));
      expect(problems).toEqual([]);
      const [field = ''] = option.split(':');
      const places = {
        'lib/platform/contract/orders.ts': `\n  example: ${schema}.nullish(),`,
        'sandbox/world/records.ts': `\n  example?: RecordExampleBody['${field}'];`,
        'tests/integration/sandbox/api/fields.test.ts': `\n    example:${type}?`,
        'sandbox/domain/orders/record-example.ts': `const change = { example: body.${field} };`,
        'lib/orders/order/record-example.server.ts': `return example === body.${field};`,
        'tests/integration/sandbox/orders/record-example.test.ts': `data: { id, example: ${value} } }`,
        'components/orders/detail/record-example/record-example-card.tsx': condition,
      };
      for (const [file, text] of Object.entries(places)) expect(texts.get(file), file).toContain(text);
      const card = texts.get('components/orders/detail/record-example/record-example-card.tsx');
      expect(card).not.toContain(`view.order.example.${field}`);
    },
  );

  it('takes the name of the only field in --shows for the word "value"', () => {
    const textsOf = (shows: string) =>
      Object.fromEntries(applyPlan(root, planOf({ field: ['reason'], shows })).texts);
    expect(textsOf('example:reason')).toEqual(textsOf('example:value'));
  });

  it('names a single refused status in the requirement', () => {
    const { texts } = applyPlan(root, planOf({ ...complete, refuses: 'cancelled' }));
    expect(texts.get('docs/platform/requirements.tsv')).toContain(
      'An order with the status cancelled answers 409 order_held\n',
    );
  });

  it('gives a refusal its own code in the contract, the rule, the test and each screen that shows a refusal', () => {
    const { texts, problems } = applyPlan(root, planOf(complete));
    expect(problems).toEqual([]);
    const places = {
      'lib/platform/contract/errors.ts': 'order_held: 409,',
      'lib/platform/contract/endpoints.ts': "409: ['conflict', 'order_held']",
      'sandbox/domain/orders/record-example.ts':
        "refuse('order_held', `the order has the status ${status}`);",
      'tests/integration/sandbox/orders/record-example.test.ts': "error: { code: 'order_held' }",
      'tests/integration/sandbox/api/generated/platform-api.d.ts': '/** @description conflict, order_held */',
      'docs/platform/requirements.tsv': 'answers 409 order_held: cancelled, completed',
      'components/orders/detail/write-problem.tsx': 'order_held: true,',
      'components/orders/detail/timeline/timeline-event.tsx': 'order_held: true,',
      'components/operations/activity-result.tsx': 'order_held: true,',
    };
    for (const [file, text] of Object.entries(places)) expect(texts.get(file), file).toContain(text);
    for (const [language, text] of [
      ['en', 'The order is held.'],
      ['ar', 'الطلب معلّق.'],
    ])
      expect(texts.get(`messages/${language}.json`)?.split(`"order_held": "${text}"`)).toHaveLength(4);
    const asked = planOf(complete).steps.filter(({ todo }) => todo !== undefined);
    expect(asked.map(({ file }) => file)).toEqual(['docs/platform/requirements.tsv']);
  });

  it('gives a refusal the status of its code, in the contract and in every text that names the status', () => {
    const own = planOf({ ...complete, code: 'order_held:422' });
    const { texts, problems } = applyPlan(root, own);
    expect(problems).toEqual([]);
    const places = {
      'lib/platform/contract/errors.ts': 'order_held: 422,',
      'lib/platform/contract/endpoints.ts': "errors: { ...writeErrors, 422: ['order_held'] }",
      'tests/integration/sandbox/orders/record-example.test.ts':
        "{ status: 422, body: { error: { code: 'order_held' } } }",
      'tests/support/operations/operation-scenarios.ts': "refusal: { status: 422, reason: 'order_held' }",
      'docs/platform/requirements.tsv': 'answers 422 order_held: cancelled, completed',
    };
    for (const [file, text] of Object.entries(places)) expect(texts.get(file), file).toContain(text);
    expect(texts.get('tests/integration/sandbox/api/generated/platform-api.d.ts')).toMatch(
      /\/\*\* @description conflict \*\/\s+409: \{[^@]+\/\*\* @description order_held \*\/\s+422: \{[^@]+@description rate_limited \*\/\s+429: /,
    );
    expect(describePlan(own)).toContain('400, 403, 404, 409 (conflict) and 422 (order_held).');
    expect(spellWrite('record-example', verbs, { code: 'currency_not_allowed' }).codeStatus).toBe(422);
  });

  it.each([
    [{}, "status: 409, reason: 'conflict', currentStatus: 'cancelled'"],
    [{ code: 'order_held' }, "status: 409, reason: 'order_held' }"],
  ])(
    'tests the refusal of an order with a refused status in the scenario of its kind: %j',
    (code, refusal) => {
      const { texts } = applyPlan(root, planOf({ field: ['reason'], refuses: 'cancelled', ...code }));
      const scenarios = texts.get('tests/support/operations/operation-scenarios.ts');
      expect(scenarios).toContain("await on.control('PATCH', `/orders/${id}`, { status: 'cancelled' });");
      expect(scenarios).toContain(`refusal: { ${refusal}`);
      expect(scenarios).not.toContain('ord_of_nobody');
      const none = applyPlan(root, planOf({ field: ['reason'], refuses: 'none' })).texts;
      expect(none.get('tests/support/operations/operation-scenarios.ts')).toContain('ord_of_nobody');
    },
  );

  it('has comments with examples only in the files that the options do not complete', () => {
    const withExamples = (options: Parameters<typeof spellWrite>[2]) =>
      [...applyPlan(root, planOf(options)).texts]
        .filter(([file, text]) => {
          const before = existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : '';
          const count = (words: string) =>
            words.split(
              /An example|Examples of|Examples:|Other examples|has examples|Another status|A test of a refusal|compare the order with/,
            ).length;
          return count(text) > count(before);
        })
        .map(([file]) => path.basename(file));
    const [rule, test] = ['record-example.ts', 'record-example.test.ts'];
    const useCase = 'record-example.server.ts';
    const [card, scenarios] = ['record-example-card.tsx', 'operation-scenarios.ts'];
    expect(withExamples(complete)).toEqual([]);
    expect(withExamples({ ...complete, refuses: 'none' })).toEqual([]);
    expect(withExamples({ shows: 'example' })).toEqual([test, rule, card, scenarios]);
    expect(withExamples({ refuses: 'cancelled' })).toEqual([test, rule, useCase]);
  });

  it('shows the text of the refusal also in the card, and names the write after a success', () => {
    const { texts } = applyPlan(root, planOf(complete));
    for (const [language, notPossible, sent] of [
      ['en', 'The order is held.', 'Done: Record an example'],
      ['ar', 'الطلب معلّق.', 'تم: تسجيل مثال'],
    ])
      expect(JSON.parse(texts.get(`messages/${language}.json`) ?? '{}').recordExample).toMatchObject({
        notPossible,
        sent,
      });
    const own = applyPlan(root, planOf({ refuses: 'cancelled' })).texts.get('messages/en.json') ?? '{}';
    expect(JSON.parse(own).recordExample.notPossible).toBe(
      'The present status of the order does not allow this.',
    );
  });

  it('does not add a code that the contract already has', () => {
    const { texts, problems } = applyPlan(root, planOf({ ...complete, code: 'variant_unavailable' }));
    expect(problems).toEqual([]);
    expect(texts.get('lib/platform/contract/errors.ts')).toBeUndefined();
    // Activity already has a text for this code, and the other screens have none.
    const again = applyPlan(root, planOf({ ...complete, code: 'insufficient_stock' }));
    expect(again.problems).toEqual([]);
    const textsOf = (file: string) => again.texts.get(file)?.split('insufficient_stock: true,').length;
    expect(textsOf('components/operations/activity-result.tsx')).toBe(2);
    expect(textsOf('components/orders/detail/write-problem.tsx')).toBe(2);
    expect(
      again.texts.get('messages/en.json')?.split('"insufficient_stock": "The order is held."'),
    ).toHaveLength(3);
  });

  it('reports requirements with the same letters', () => {
    expect(applyPlan(root, planOf({ ids: 'ORD' })).problems).toEqual([
      expect.stringMatching(/^docs\/platform\/requirements\.tsv: .*Pass other letters with --ids/),
    ]);
  });

  it('stores a new field of the order not in the mirror, and shows it only to a user who may see persons', () => {
    const { texts } = applyPlan(root, plan);
    expect(texts.get('lib/mirror/orders/order-mirror.server.ts')).toContain('    example: _example,');
    expect(texts.get('lib/orders/order/read-order.server.ts')).toMatch(
      /function withoutPerson\([^)]*\bexample,/,
    );
  });

  it('asks for one file if the options name the fields, the refusals, the answer and the new field of the order', () => {
    const asked = planOf(complete).steps.filter(({ todo }) => todo !== undefined);
    expect(asked.map(({ file }) => file)).toEqual(['docs/platform/requirements.tsv']);
    expect(describePlan(planOf(complete))).toContain('This is the test:');
    expect(describePlan(planOf(complete))).toMatch(/npm run format && npm run validate$/);
  });

  it('asks for four files without the refusals, and names the case for each other file that can need a change', () => {
    const asked = plan.steps.filter(({ todo }) => todo !== undefined);
    expect(asked).toHaveLength(4);
    const [open = '', conditional = '', complete = ''] = describePlan(plan).split(/These files are complete/);
    expect(open).toContain('1. docs/platform/requirements.tsv');
    expect(conditional).toContain('lib/platform/contract/endpoints.ts');
    expect(conditional).toContain(
      'lib/platform/contract/orders.ts\n       a limit or a type of RecordExampleBody',
    );
    expect(conditional).toContain('sandbox/http/api-handlers.ts\n       the answer is not the order.');
    expect(complete).toContain('lib/platform/client.ts');
  });

  it.each([
    ['en', { shows: 'example' }, 'open the order and see'],
    ['ar', { shows: 'example' }, 'افتح الطلب وانظر'],
    ['en', {}, 'open the order in the store admin and see'],
    ['ar', {}, 'افتح الطلب في لوحة المتجر وانظر'],
  ])(
    'sends the person to the store admin if the app cannot show the effect: %s, %j',
    (language, options, check) => {
      const text = applyPlan(root, planOf(options)).texts.get(`messages/${language}.json`);
      expect(text).toContain(`"record_example": "${check}`);
    },
  );

  it('says what to delete in the card, and in the order screen only if nothing else uses the order', () => {
    const cardOf = (options: Parameters<typeof spellWrite>[2]) =>
      applyPlan(root, planOf(options)).texts.get(
        'components/orders/detail/record-example/record-example-card.tsx',
      );
    expect(cardOf({})).toContain('delete it here and in order-screen.tsx');
    expect(cardOf({ shows: 'example' })).not.toContain('order-screen.tsx');
  });

  it('sends the write to an order with the first status that the platform does not refuse', () => {
    const textsOf = (refuses: string) => {
      const { texts } = applyPlan(root, planOf({ ...complete, refuses }));
      return [
        'tests/integration/sandbox/orders/record-example.test.ts',
        'tests/integration/sandbox/api/fields.test.ts',
        'tests/support/operations/operation-scenarios.ts',
      ].map((file) => texts.get(file) ?? '');
    };
    const [test, fields, scenarios] = textsOf('placed,approved');
    expect(test).toMatch(
      /with one key', async \(\) => {\n {2}const \{ id \} = await storefrontOrder\(world, \{ status: 'processing' \}\);/,
    );
    expect(fields).toContain("(await storefrontOrder(world, { status: 'processing' })).id}/record-example`");
    expect(scenarios).toContain(
      "(await paidOrder(on, 2, { status: 'processing' })).id, body: endpointExamples.recordExample",
    );
    for (const text of textsOf('cancelled')) expect(text).not.toContain("status: 'processing'");
  });

  it('asks also for an order of the general tests if the platform refuses an approved order', () => {
    const asked = planOf({ ...complete, refuses: 'placed,approved' }).steps.filter(
      ({ todo }) => todo !== undefined,
    );
    expect(asked.map(({ file }) => file)).toEqual([
      'docs/platform/requirements.tsv',
      'tests/support/platform/endpoint-examples.ts',
    ]);
  });

  it('asks what the write changes if no new field of the order shows it, and its test fails until this is written', () => {
    const file = 'tests/integration/sandbox/orders/record-example.test.ts';
    const unwritten = planOf({ refuses: 'cancelled' });
    const asked = unwritten.steps.filter(({ todo }) => todo !== undefined);
    expect(asked.map((step) => step.file)).toEqual(
      expect.arrayContaining([file, 'sandbox/domain/orders/record-example.ts']),
    );
    expect(unwritten.test.until).toBe('the rule of the sandbox and this test are written');
    const failure = `expect.fail('${effectMissing(spell('record-example'))}')`;
    expect(applyPlan(root, unwritten).texts.get(file)).toContain(failure);
    expect(planOf(complete).test.until).toBeNull();
    expect(applyPlan(root, planOf(complete)).texts.get(file)).not.toContain('expect.fail');
  });

  it('sends the last second of the day that the user chose for a time', () => {
    const text = applyPlan(root, planOf(complete)).texts.get(
      'components/orders/detail/record-example/record-example-card.tsx',
    );
    const [code = ''] = /function endOfDay[\s\S]*?\n}\n/.exec(text ?? '') ?? [];
    const endOfDay = runInNewContext(`${ts.transpile(code)} endOfDay`, { Date, nextDay, startOfDay }) as (
      ...args: string[]
    ) => string | undefined;
    expect(endOfDay('2026-11-21', 'Asia/Damascus')).toBe('2026-11-21T20:59:59.000Z');
    expect(endOfDay('', 'Asia/Damascus')).toBeUndefined();
  });

  it('has a browser story that fills in each field, presses the button and expects one effect', () => {
    const storyOf = (options: Parameters<typeof spellWrite>[2]) =>
      applyPlan(root, planOf(options)).texts.get('tests/e2e/record-example.spec.ts') ?? '';
    const label = (field: string) => `form.getByLabel(texts.fields.${field}, { exact: true })`;
    const fields = ['reason:text:2', 'fee:money', 'day:date', 'urgent:boolean', 'kind:fraud,stock'];
    const all = storyOf({ field: fields, refuses: 'placed', answer: 'held_until:time' });
    for (const statement of [
      "sell(store, { quantities: [1], status: 'approved' })",
      `${label('reason')}.fill('قي');`,
      `${label('fee_minor')}.fill('1');`,
      `${label('day')}.fill('2020-01-01');`,
      `${label('urgent')}.check();`,
      `${label('kind')}.selectOption('fraud');`,
      "await form.getByRole('button', button).click();",
      "toEqual(['order.record_example']);",
      'app.getByText(texts.sentWith.split',
    ])
      expect(all).toContain(statement);
    expect(storyOf({})).toContain('app.getByText(texts.sent)');
    expect(describePlan(planOf({}))).toContain('npx playwright test record-example.spec entry-points roles');
  });

  it('reports a name that exists', () => {
    const existing = planWrite(spellWrite('set-order-status', verbs), words, []);
    expect(applyPlan(root, existing).problems).toEqual(
      expect.arrayContaining([
        'lib/shared/operations/kind-endpoints.ts: "endpointOfKind" already has "set_order_status"',
        'lib/orders/order/set-order-status.server.ts: the file already exists',
        'messages/en.json: there is already a text "activity.kind.set_order_status"',
      ]),
    );
  });

  it('names each file once, and each file of the recipe except the coverage', () => {
    const files = planOf(complete).steps.map(({ file }) => file);
    expect(files).toEqual([...new Set(files)]);
    const { listed = [] } = readRecipes().find(({ name }) => name === 'add-an-operation') ?? {};
    expect(listed.filter((file) => !files.includes(file))).toEqual(['docs/coverage.md']);
    const recipe = readFileSync(path.join(root, 'docs/recipes/add-an-operation.md'), 'utf8');
    const isNew = (step: Plan['steps'][number]) => 'create' in step;
    expect(recipe).toContain(
      `writes ${planOf({}).steps.length} to ${files.length} files, and ${planOf(complete).steps.filter(isNew).length} of them are new`,
    );
  });
});

describe('the plan of a new screen', () => {
  const plan = planScreen(spell('returns'), { en: 'Returns', ar: 'المرتجعات' });

  it('finds each of its places in this tree', () => {
    expect(applyPlan(root, plan).problems).toEqual([]);
  });

  it('asks only for its page if its texts are options, and otherwise also for the missing texts', () => {
    const asked = ({ steps }: Plan) => steps.flatMap(({ file, todo }) => (todo === undefined ? [] : [file]));
    const page = 'app/(admin)/i/[installId]/returns/page.tsx';
    const words = { en: 'Returns', ar: 'المرتجعات' };
    const body = { en: 'Returned parcels.', ar: 'الطرود المرتجعة.' };
    expect(asked(planScreen(spell('returns'), words, body))).toEqual([page]);
    expect(asked(planScreen(spell('returns'), words, { en: body.en }))).toEqual([page, 'messages/ar.json']);
    expect(asked(plan)).toEqual([page, 'messages/en.json', 'messages/ar.json']);
  });

  it('has a test that passes at once only if the title and the text are written in both languages', () => {
    const body = { en: 'Returned parcels.', ar: 'الطرود المرتجعة.' };
    const untilOf = (ar: string) => planScreen(spell('returns'), { en: 'Returns', ar }, body).test.until;
    expect(untilOf('المرتجعات')).toBeNull();
    expect(untilOf('TODO Returns')).toBe('the texts of the screen are written');
  });

  it('names each file of the recipe, except that it has a new file for the X-ray', () => {
    const files = plan.steps.map(({ file }) => file);
    const { listed = [] } = readRecipes().find(({ name }) => name === 'add-a-screen') ?? {};
    expect(listed.filter((file) => !files.includes(file.replace('support', 'returns')))).toEqual([
      'lib/xray/screens/settings.ts',
    ]);
  });

  it('reports a screen that exists', () => {
    expect(applyPlan(root, planScreen(spell('discounts'), { en: 'x', ar: 'x' })).problems).toEqual(
      expect.arrayContaining([
        'app/(admin)/i/[installId]/discounts/page.tsx: the file already exists',
        'lib/xray/xray-screens.ts: "xrayScreens" already has "discounts"',
      ]),
    );
  });

  it('has no name that is a word of TypeScript', () => {
    expect(() => spell('import')).toThrow('"import" is a word of TypeScript');
  });
});

describe('the plan of a new event', () => {
  const words = { en: 'Order held', ar: 'تعليق طلب' };
  const plan = planEvent('order.held', words);

  it('finds each of its places in this tree', () => {
    expect(applyPlan(root, plan).problems).toEqual([]);
  });

  it('names each file of the recipe', () => {
    const { listed = [] } = readRecipes().find(({ name }) => name === 'add-an-event') ?? {};
    expect(plan.steps.map(({ file }) => file).sort()).toEqual([...listed].sort());
  });

  it('reports a topic that exists', () => {
    expect(applyPlan(root, planEvent('order.created', words)).problems).toEqual(
      expect.arrayContaining([
        'lib/platform/contract/webhooks.ts: "topicScopes" already has "order.created"',
        'tests/integration/sandbox/api/generated/platform-api.d.ts: the file already has "order.created"',
      ]),
    );
  });

  it.each(['order', 'order.', 'order.noteChanged', 'Order.held', 'product.held', 'order.held.twice'])(
    'has no topic such as %s',
    (topic) => {
      expect(() => spellTopic(topic)).toThrow('is not the topic of an event of an order');
    },
  );
});

it('npm run new -- write --help prints the usage and writes nothing', async () => {
  const print = vi.spyOn(console, 'log').mockReturnValue();
  try {
    await main(['write', '--help']);
    expect(print.mock.calls).toEqual([[expect.stringMatching(/^Usage: npm run new -- write/)]]);
  } finally {
    print.mockRestore();
  }
});

it('refuses labels that do not belong to one field each', async () => {
  const fields = ['--field', 'reason', '--field', 'until:time', '--field-ar', 'حتى'];
  await expect(main(['write', 'set-order-hold', ...fields])).rejects.toThrow('once for each --field');
});

describe('the name of a write', () => {
  it('has all its spellings', () => {
    expect(spellWrite('record-cash-payment', verbs)).toEqual({
      kebab: 'record-cash-payment',
      camel: 'recordCashPayment',
      pascal: 'RecordCashPayment',
      snake: 'record_cash_payment',
      sentence: 'Record cash payment',
      method: 'POST',
      path: 'record-cash-payment',
      right: 'edit_orders',
      scope: 'orders:write',
      fields: [{ name: 'value', type: 'text', values: [] }],
      shows: null,
      shownField: null,
      ids: 'PAY',
      refuses: null,
      code: 'conflict',
      codeStatus: 409,
      answer: null,
    });
  });

  it('has the values that its options name', () => {
    const options = {
      method: 'PUT',
      path: 'payments',
      right: 'refund',
      scope: 'refunds:write',
      shows: 'payment',
      ids: 'PMT',
    };
    const fields = {
      field: ['amount:money', 'paid_at:time'],
      refuses: 'cancelled,refunded',
      answer: 'count:number',
    };
    expect(spellWrite('record-payment', verbs, { ...options, ...fields })).toMatchObject({
      ...options,
      fields: [
        { name: 'amount_minor', type: 'money' },
        { name: 'paid_at', type: 'time' },
      ],
      refuses: ['cancelled', 'refunded'],
      answer: { name: 'count', type: 'number' },
    });
    expect(spellWrite('record-payment', verbs, { refuses: 'none' }).refuses).toEqual([]);
  });

  it.each([
    [{ method: 'DELETE' }, '"DELETE" is none of these: POST, PUT, PATCH'],
    [{ path: '/payments' }, '"/payments" is no part of a path'],
    [{ right: 'pay' }, '"pay" is none of these: read, '],
    [{ scope: 'orders' }, '"orders" is none of these: orders:read, '],
    [{ field: ['holdReason'] }, '"holdReason" is no name of a field'],
    [{ field: ['reason', 'reason'] }, 'The field "reason" is there twice'],
    [{ refuses: 'held' }, '"held" is none of these: placed, '],
    [{ code: 'not_found' }, '--code cannot be "not_found", because its status is 404'],
    [
      { code: 'order_held:404' },
      '--code cannot be "order_held:404", because its status is 404 and not 409 or 422',
    ],
    [{ code: 'order_held:422:1' }, '--code cannot be "order_held:422:1", because its status is 1'],
    [
      { code: 'insufficient_stock:422' },
      '--code cannot be "insufficient_stock:422", because the contract has "insufficient_stock" with 409',
    ],
    [{ code: 'OrderHeld' }, '"OrderHeld" is no name of a field'],
    [{ answer: 'held_until:day' }, '"held_until:day" has no type'],
    [{ refuses: orderStatuses.join(',') }, '--refuses names every status'],
    [{ answer: 'value' }, 'The field "value" of --answer is also a --field'],
    [{ field: ['fee:money'], answer: 'fee:money' }, 'The field "fee_minor" of --answer is also a --field'],
    [{ shows: 'on hold' }, '"on hold" is no name of a field'],
    [{ shows: 'return' }, '"return" is a word of TypeScript'],
    [{ shows: 'order' }, '--shows cannot be "order"'],
    [{ field: ['a', 'b'], shows: 'a:value' }, '--shows NAME:value needs exactly one --field'],
    [{ shows: 'note:text' }, '"note:text" is no name of a field'],
    [{ shows: 'body' }, '--shows cannot be "body"'],
    [{ ids: 'H1' }, '"H1" are not three or four capital letters'],
  ])('is refused with the option %j', (option, reason) => {
    expect(() => spellWrite('record-payment', verbs, option)).toThrow(reason);
  });

  it.each([
    ['recordPayment', 'is not in kebab-case'],
    ['record-', 'is not in kebab-case'],
    ['../record-payment', 'is not in kebab-case'],
    ['pay-order', 'begins with a verb of eslint.tiers.mjs: accept, '],
    ['record', 'has no noun'],
  ])('is refused if it is %s', (name, reason) => {
    expect(() => spellWrite(name, verbs)).toThrow(reason);
  });
});
