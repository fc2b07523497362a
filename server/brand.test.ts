import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { brandFile, brandFiles } from './brand';

it.each(brandFiles)('%s is what npm run brand writes from brand.ts', (name) => {
  expect(readFileSync(path.join(import.meta.dirname, '..', name), 'utf8')).toBe(brandFile(name));
});
