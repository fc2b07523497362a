import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Whether the module with this `import.meta.url` is the started program and not an imported module. */
export function isMain(moduleUrl: string): boolean {
  const program = process.argv[1];
  return program !== undefined && realpathSync(program) === fileURLToPath(moduleUrl);
}
