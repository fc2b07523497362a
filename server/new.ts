import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { verbs } from '@/eslint.tiers.mjs';
import { isMain } from './is-main';
import { runCommand, UsageError } from './run-command';
import { planEvent, sentenceOf, spellTopic } from '@/server/new/event-plan';
import { labelOf } from '@/server/new/field-labels';
import { spell, spellWrite, type WriteOptions } from '@/server/new/new-name';
import { describePlan, type Plan, unwritten, type Words, writePlan } from '@/server/new/plan';
import { planScreen } from '@/server/new/screen-plan';
import { planWrite } from '@/server/new/write-plan';

const usage = `Usage: npm run new -- write|screen|event NAME [--en "Name in English"] [--ar "Name in Arabic"]
A screen also has [--body-en "What the screen is for"] [--body-ar "The same in Arabic"].
A write also has [--method POST|PUT|PATCH] [--path hold] [--right edit_orders] [--scope orders:write] [--ids HLD]
  [--shows hold|hold:value] [--refuses cancelled,completed|none] [--code order_held|order_held:422] [--code-en "Order is held"]
  [--code-ar "…"] [--answer held_until:time] [--answer-en "Held until"] [--answer-ar "…"], and for
  each field of the body [--field NAME:TYPE] [--field-en "Reason"] [--field-ar "Reason in Arabic"].
TYPE is text, text:200 (its greatest length), number, money, date, time, boolean or a list of values, such as kind:fraud,stock.
docs/recipes/add-an-operation.md explains the options of a write.`;

/**
 * Implements `npm run new -- write record-payment`, which writes the skeleton of a new write to the platform: the files
 * that docs/recipes/add-an-operation.md names, a test of the sandbox and a browser story. Both fail until the rule of the
 * sandbox is written, unless the options describe it. `npm run new -- screen returns` does the same for docs/recipes/add-a-screen.md, and `npm run new -- event
 * order.note_changed` for docs/recipes/add-an-event.md. The command writes nothing if one file cannot be changed. With
 * `--help`, it only prints its usage.
 */
export async function main(args = process.argv.slice(2)): Promise<void> {
  const options = {
    en: { type: 'string' },
    ar: { type: 'string' },
    method: { type: 'string' },
    path: { type: 'string' },
    right: { type: 'string' },
    scope: { type: 'string' },
    field: { type: 'string', multiple: true },
    'field-en': { type: 'string', multiple: true },
    'field-ar': { type: 'string', multiple: true },
    refuses: { type: 'string' },
    code: { type: 'string' },
    'code-en': { type: 'string' },
    'code-ar': { type: 'string' },
    answer: { type: 'string' },
    'answer-en': { type: 'string' },
    'answer-ar': { type: 'string' },
    'body-en': { type: 'string' },
    'body-ar': { type: 'string' },
    shows: { type: 'string' },
    ids: { type: 'string' },
    help: { type: 'boolean' },
  } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (values.help) return console.log(usage);
  const [what, name, ...rest] = positionals;
  if (what === undefined || name === undefined || rest.length > 0) throw new UsageError(usage);
  const root = path.join(import.meta.dirname, '..');
  const plan = planOf(what, name, values);
  const files = await writePlan(root, plan);
  const biome = path.join('node_modules', '@biomejs', 'biome', 'bin', 'biome');
  execFileSync(process.execPath, [biome, 'format', '--write', ...files], { cwd: root, stdio: 'pipe' });
  console.log(describePlan(plan));
}

/**
 * Returns the plan (files and changes) of a new write, screen or event. Throws UsageError if `what` is none of the
 * three, or if the name does not have the required form.
 */
function planOf(
  what: string,
  kebab: string,
  words: Partial<Words> & WriteOptions & FieldWords & CodeWords & BodyWords,
): Plan {
  if (what === 'event') {
    const topic = spellTopic(kebab);
    return planEvent(topic, wordsOf(sentenceOf(topic), words));
  }
  if (what !== 'write' && what !== 'screen') throw new UsageError(usage);
  if (what === 'screen') {
    const { 'body-en': en, 'body-ar': ar } = words;
    const name = spell(kebab);
    return planScreen(name, wordsOf(name.sentence, words), { ...(en && { en }), ...(ar && { ar }) });
  }
  const name = spellWrite(kebab, verbs, words);
  const { 'field-en': en = [], 'field-ar': ar = words.field ? [] : ['القيمة'] } = words;
  for (const given of [en, words['field-ar'] ?? []])
    if (given.length > 0 && given.length !== name.fields.length)
      throw new UsageError('Pass --field-en and --field-ar once for each --field, in the same order.');
  const labels = name.fields.map((field, index) => labelOf(field, en[index], ar[index]));
  const answer = name.answer ? [labelOf(name.answer, words['answer-en'], words['answer-ar'])] : [];
  const reason = wordsOf(sentenceOf(name.code).replace('cancelled', 'canceled'), {
    ...(words['code-en'] && { en: words['code-en'] }),
    ...(words['code-ar'] && { ar: words['code-ar'] }),
  });
  return planWrite(name, wordsOf(name.sentence, words), [...labels, ...answer], reason);
}

/** The text below the title of a new screen. */
type BodyWords = { 'body-en'?: string; 'body-ar'?: string };

/** The text that the screens show for the error code of a refusal. */
type CodeWords = { 'code-en'?: string; 'code-ar'?: string };

/** The labels of the fields and of the answer of a new write on the screens, in the order of the fields. */
type FieldWords = {
  'field-en'?: string[];
  'field-ar'?: string[];
  'answer-en'?: string;
  'answer-ar'?: string;
};

function wordsOf(
  sentence: string,
  { en = sentence, ar = `${unwritten} ${sentence}` }: Partial<Words>,
): Words {
  return { en, ar };
}

if (isMain(import.meta.url)) await runCommand(() => main());
