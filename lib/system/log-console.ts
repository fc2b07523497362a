import { stripVTControlCharacters } from 'node:util';
import { log } from '@/lib/system/log';
import { isFirstReport } from '@/lib/system/logged-errors';

/**
 * Sends console.error and console.warn of the process to the log. Next and React report errors by these functions, with
 * all properties of the error. The log contains only the standard fields of an error, in one line (S8). Objects that
 * are not errors are left out.
 */
export function logConsole(): void {
  for (const level of ['error', 'warn'] as const) {
    console[level] = (...parts: unknown[]) => {
      const error = parts.find((part) => part instanceof Error);
      if (error && !isFirstReport(error)) return;
      const text = parts.filter((part) => typeof part === 'string').join(' ');
      const printed = stripVTControlCharacters(text).replace(/\s+/g, ' ').trim();
      log[level]({ error, printed: printed.slice(0, 500) }, 'Next or React printed a message');
    };
  }
}
