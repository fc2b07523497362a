import 'server-only';
import { readFileSync } from 'node:fs';
import path from 'node:path';

let id: string | undefined;

/**
 * Returns the id of this build of the app. Ids sort by the time of the build (next.config.ts). The development server
 * has no build, so its id is an empty text. An empty id sorts before every other id, so it never counts as a newer
 * build.
 */
export function buildId(): string {
  id ??= read();
  return id;
}

function read(): string {
  try {
    return readFileSync(path.join(process.cwd(), '.next', 'BUILD_ID'), 'utf8').trim();
  } catch {
    return '';
  }
}
