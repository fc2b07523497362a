import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { verbs } from '@/eslint.tiers.mjs';
import { isMain } from './is-main';
import { runCommand, UsageError } from './run-command';
import { spell, spellWrite } from '@/server/new/new-name';
import { describePlan, type Plan, unwritten, writePlan } from '@/server/new/plan';
import { planScreen } from '@/server/new/screen-plan';
import { planWrite } from '@/server/new/write-plan';

const usage = 'Usage: npm run new -- write|screen NAME [--en "Name in English"] [--ar "Name in Arabic"]';

/**
 * `npm run new -- write record-payment` writes the skeleton of a new write to the platform: files of
 * docs/recipes/add-an-operation.md, and a test. The test fails until the rule of the sandbox is written.
 * `npm run new -- screen returns` does the same for docs/recipes/add-a-screen.md. The command writes nothing if one file
 * cannot be changed.
 */
async function main(): Promise<void> {
  const options = { en: { type: 'string' }, ar: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [what, name, ...rest] = positionals;
  if (what === undefined || name === undefined || rest.length > 0) throw new UsageError(usage);
  const root = path.join(import.meta.dirname, '..');
  const plan = planOf(what, name, values);
  const files = await writePlan(root, plan);
  const biome = path.join('node_modules', '@biomejs', 'biome', 'bin', 'biome');
  execFileSync(process.execPath, [biome, 'format', '--write', ...files], { cwd: root, stdio: 'pipe' });
  console.log(describePlan(plan));
}

/** Returns the plan of a new part. Throws UsageError if there is no such part, or if the name has another form. */
function planOf(what: string, kebab: string, words: { en?: string; ar?: string }): Plan {
  if (what !== 'write' && what !== 'screen') throw new UsageError(usage);
  const name = what === 'write' ? spellWrite(kebab, verbs) : spell(kebab);
  const { en = name.sentence, ar = `${unwritten} ${name.sentence}` } = words;
  return (what === 'write' ? planWrite : planScreen)(name, { en, ar });
}

if (isMain(import.meta.url)) await runCommand(main);
