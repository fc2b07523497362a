import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import compile from 'icu-minify/compile';
import type { Messages } from 'next-intl';
import { withArabicDigits } from '@/lib/shared/numbers/arabic-digits';
import { catalogues } from '@/app/catalogues';
import { textsFile } from '@/app/texts-file';

/* `next build` runs this program with the folder of the build (next.config.ts). It writes the texts of the screens as
   static files: one for each language, and one for Arabic with Arabic-Indic digits. The layout uses a file only if it
   is equal to the texts in the build (app/page-texts.server.ts). */

const [distDir = '.next'] = process.argv.slice(2);
const languages = Object.values(catalogues).map((texts) => compiled(texts) as Messages);
const withDigits = withArabicDigits(compiled(catalogues.ar) as Messages);
for (const texts of [...languages, withDigits]) {
  const file = textsFile(texts);
  const target = path.join(distDir, 'static', file.path);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, file.json);
}

/** Compiles each text as next-intl does in the build (`precompile` in next.config.ts). */
function compiled(message: unknown): unknown {
  if (typeof message === 'string') return compile(message);
  return Object.fromEntries(Object.entries(message as object).map(([key, value]) => [key, compiled(value)]));
}
