import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Returns whether a module is the program that Node started, and not a module that another file imported. The
 * module is given by its `import.meta.url`.
 */
export function isMain(moduleUrl: string): boolean {
  const program = process.argv[1];
  return program !== undefined && realpathSync(program) === fileURLToPath(moduleUrl);
}
