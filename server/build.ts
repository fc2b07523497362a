import { compilePrograms } from '@/server/packaging/compile-programs';
import { buildTool, recordBuild } from '@/server/stack/build-app';
import { runTool } from '@/server/stack/run-tool';

/*
 * `npm run build`: builds what production runs. `next build` writes `.next`, and the programs are compiled to
 * `dist`. So production needs neither tsx nor esbuild.
 */

const { code } = await runTool({ ...buildTool, output: 'inherit' }).exited;
if (code !== 0) process.exit(code ?? 1);
await recordBuild();
await compilePrograms();
console.log('Compiled the programs to dist: node dist/daftar.js app');
