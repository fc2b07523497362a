import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brand } from '@/brand';
import { isMain } from './is-main';

/**
 * Paths of the two files that `npm run brand` generates: the brand's colors as CSS, and its icon as SVG. Next reads
 * both files when it builds the app.
 */
export const brandFiles = ['app/brand.css', 'app/icon.svg'] as const;
type BrandFile = (typeof brandFiles)[number];

/**
 * Returns the text of one of the generated files (`brandFiles`), with the colors or the icon that brand.ts contains.
 */
export function brandFile(name: BrandFile): string {
  return name === 'app/icon.svg' ? iconOf() : styleOf();
}

function styleOf(): string {
  const { light, dark } = brand.colors;
  const tokens = ({ color, strong, soft, on }: typeof light | typeof dark, indent: string) =>
    [
      `--color-brand: ${color};`,
      `--color-brand-strong: ${strong};`,
      `--color-brand-soft: ${soft};`,
      `--color-on-brand: ${on};`,
    ]
      .map((line) => `${indent}${line}\n`)
      .join('');
  return `/* Written by npm run brand from brand.ts. */
@theme {
  /* Removes all default colors of Tailwind, so that only our color tokens can be used. */
  --color-*: initial;
${tokens(light, '  ')}}

@layer base {
  :root {
    @variant dark-root {
${tokens(dark, '      ')}    }
  }
}
`;
}

function iconOf(): string {
  const { color, on } = brand.colors.light;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${color}"/><path d="${brand.icon}" fill="none" stroke="${on}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>\n`;
}

/** Implements `npm run brand`: writes the brand files, and prints the names of the files that changed. */
async function main(): Promise<void> {
  for (const name of brandFiles) {
    const file = path.join(import.meta.dirname, '..', name);
    const before = await readFile(file, 'utf8').catch(() => '');
    if (before === brandFile(name)) continue;
    await writeFile(file, brandFile(name));
    console.log(`wrote ${name}`);
  }
}

if (isMain(import.meta.url)) await main();
