import path from 'node:path';
import { compilePrograms } from '@/server/packaging/compile-programs';
import { fixPreviewKeys } from '@/server/packaging/fix-preview-keys';
import { buildTool, recordBuild } from '@/server/stack/build-app';
import { runTool } from '@/server/stack/run-tool';

/* `npm run build` builds what production runs: `next build` writes `.next`, and the programs are compiled to `dist`.
   Compiled programs need neither tsx nor esbuild in production. */

const { code } = await runTool({ ...buildTool, output: 'inherit' }).exited;
if (code !== 0) process.exit(code ?? 1);
const { NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: key } = process.env;
for (const dir of ['.next', '.next/standalone/.next'])
  if (key) await fixPreviewKeys(path.resolve(import.meta.dirname, '..', dir), key);
await recordBuild();
await compilePrograms();
console.log('Compiled the programs to dist: node dist/daftar.js app');
