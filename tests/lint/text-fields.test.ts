import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { gitIn, listFiles } from '@/tests/near/changed-files';
import { root } from '@/tests/stages/stage';
import { isStorableJson } from 'commerce-platform-client/contract/storable-text';

/**
 * Texts that PostgreSQL refuses. The fields have different length limits. So each refused character is in texts of
 * three lengths, and at least one of the three fits into each field.
 */
const refused = ['\0', '\ud83d', '\udc16'].flatMap((unit) => [unit, `a${unit}`, `abcdefgh${unit}`]);

/**
 * Fields that may accept a text that PostgreSQL refuses. `noteSeen` is the note of an order as the platform returned it
 * to the form. The form sends this note back unchanged, and the app stores it only in encrypted form.
 */
const exceptions = ['ChangeOrderCommand.noteSeen'];

/**
 * Finds the exported input schemas in the text of a source file. An input is a command of a user, an answer of a
 * customer, or the body of a request to the platform.
 */
const declaration = /^export const (\w*(?:Command|Body|CustomerAnswer|BulkRequest))\b =/gm;

/** Finds the exported schemas of queries in the text of a source file. A query has the parameters of a URL. */
const queryDeclaration = /^export const (\w*Query)\b =/gm;

async function inputSchemas(
  declared: RegExp,
  isRead = (_file: string) => true,
): Promise<[string, z.ZodType][]> {
  const found: [string, z.ZodType][] = [];
  const files = listFiles(gitIn(root)).filter((file) => /^lib\/.*(?<!\.test)\.ts$/.test(file));
  for (const file of files.filter((name) => isRead(name) && existsSync(path.join(root, name)))) {
    const names = [...readFileSync(path.join(root, file), 'utf8').matchAll(declared)];
    if (names.length === 0) continue;
    const module = (await import(/* @vite-ignore */ path.join(root, file))) as Record<string, unknown>;
    for (const [, name = ''] of names) {
      const exported = module[name];
      if (exported instanceof z.ZodType) found.push([name, exported]);
    }
  }
  return found;
}

/** Counts the text fields inside a zod schema and lists those that accept a text that PostgreSQL refuses. */
function walk(schema: z.core.$ZodType, at: string, counted: { fields: number; open: string[] }): void {
  const below = (inner: z.core.$ZodType, step = '') => walk(inner, at + step, counted);
  const check = (inputs: unknown[]) => {
    counted.fields += 1;
    if (inputs.some((input) => z.safeParse(schema, input).success)) counted.open.push(at);
  };
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return check(refused);
    case 'custom':
    case 'record':
      return check(
        refused.flatMap((text) => [{ k: text }, { [text]: 1 }, { reference: { kind: text, number: '1' } }]),
      );
    case 'object':
      return Object.entries(def.shape).forEach(([key, inner]) => below(inner, `.${key}`));
    case 'array':
      return below(def.element, '[]');
    case 'union':
      return def.options.forEach((option) => below(option));
    case 'nullable':
    case 'optional':
    case 'default':
      return below(def.innerType);
    case 'pipe':
      // A zod pipe can end with a transformation. The transformation receives only values that the first schema of the
      // pipe has accepted. So the test checks the first schema.
      return below(def.in);
    case 'enum':
    case 'literal':
    case 'number':
    case 'boolean':
      return;
    default:
      throw new Error(`${at}: the test cannot look into ${def.type}`);
  }
}

describe('S34: text fields', () => {
  it('of every command and of every request body refuse what PostgreSQL cannot store', async () => {
    const schemas = await inputSchemas(declaration);
    const counted = { fields: 0, open: [] as string[] };
    for (const [name, schema] of schemas) walk(schema, name, counted);
    expect(counted.open.filter((at) => !exceptions.includes(at))).toEqual([]);
    expect([schemas.length > 30, counted.fields > 200]).toEqual([true, true]);
  });

  it('of every query of a GET route refuse what PostgreSQL cannot store, and 64 KB of text', async () => {
    const texts = [...refused, 'x'.repeat(64 * 1024)];
    // The queries in lib/platform are those of the platform's endpoints, which no route of the app takes.
    const found = await inputSchemas(queryDeclaration, (file) => !file.startsWith('lib/platform/'));
    const open: string[] = [];
    for (const [name, schema] of found) {
      if (!(schema instanceof z.ZodObject)) throw new Error(`${name} is no object`);
      for (const [key, field] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
        const accepted = texts.map((text) => field.safeParse(text)).filter(({ success }) => success);
        if (accepted.some(({ data }) => JSON.stringify(data ?? '').length > 1_000 || !isStorableJson(data)))
          open.push(`${name}.${key}`);
      }
    }
    expect(open).toEqual([]);
    const names = found.map(([name]) => name);
    expect(names).toEqual(expect.arrayContaining([...(await queriesOfRoutes())]));
  });
});

/**
 * Returns the names of the query schemas of the routes under /api. A schema that a route does not import must not have
 * a field of the type z.string(), because the test above cannot read it.
 */
async function queriesOfRoutes(): Promise<Set<string>> {
  const imported = new Set<string>();
  const files = listFiles(gitIn(root)).filter((file) => /^app\/api\/.*\/route\.ts$/.test(file));
  for (const file of files.filter((name) => existsSync(path.join(root, name)))) {
    const source = readFileSync(path.join(root, file), 'utf8');
    for (const [, name = ''] of source.matchAll(/(\w+)\.parse\(\s*(?:Object\.fromEntries|parametersOf)\(/g)) {
      if (new RegExp(`^const ${name} =`, 'm').test(source)) expect(source, file).not.toContain('z.string(');
      else imported.add(name);
    }
  }
  expect(imported.size).toBeGreaterThan(5);
  return imported;
}
