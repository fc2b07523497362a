import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Whether the module of this `import.meta.url` is the program that was started, not one it imports. */
export function isMain(moduleUrl: string): boolean {
  const program = process.argv[1];
  return program !== undefined && realpathSync(program) === fileURLToPath(moduleUrl);
}
