import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Returns true if a module is the program that Node started, and not a module that another file imported. `moduleUrl`
 * is the `import.meta.url` of the module.
 */
export function isMain(moduleUrl: string): boolean {
  const program = process.argv[1];
  return program !== undefined && realpathSync(program) === fileURLToPath(moduleUrl);
}
