import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync } from 'node:fs';
import { truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { WorldChanges } from './world';

/** Goes up when a seed no longer makes the world it made before, or a line says something else. */
export const journalFormat = 3;

/** What the world was made from; the changes stand on top of it. */
export type WorldOrigin = { format: typeof journalFormat; seed: string; orders: number; base_ms: number };

/**
 * The append-only file of a sandbox: its origin on the first line, then one line per transaction. A line is
 * written in one call before its request is answered; the page cache outlives the process, so kill -9 loses at
 * most the transaction nobody was told of. (A power cut may lose more: no fsync.)
 */
export class Journal {
  private file: number | null = null;
  private readonly path: string;

  constructor(directory: string) {
    mkdirSync(directory, { recursive: true });
    this.path = join(directory, 'journal.jsonl');
  }

  /** What was kept, or null when there is nothing; a torn last line is cut off. */
  read(): { origin: WorldOrigin; changes: WorldChanges[] } | null {
    if (!existsSync(this.path)) return null;
    const bytes = readFileSync(this.path);
    const whole = bytes.lastIndexOf(0x0a) + 1;
    if (whole < bytes.length) truncateSync(this.path, whole);
    const lines = bytes.subarray(0, whole).toString('utf8').split('\n').slice(0, -1);
    const [first, ...rest] = lines;
    if (first === undefined) return null;
    const origin = JSON.parse(first) as WorldOrigin;
    if (origin.format !== journalFormat)
      throw new Error(`${this.path} is of another version of the sandbox: delete it to start afresh`);
    this.file = openSync(this.path, 'a');
    return { origin, changes: rest.map((line) => JSON.parse(line) as WorldChanges) };
  }

  /** Begins again, with nothing but the origin. */
  start(origin: WorldOrigin): void {
    this.close();
    this.file = openSync(this.path, 'w');
    this.write(origin);
  }

  /**
   * Puts one line in place of all that were read, so that a world in use for weeks starts as fast as a new one. The
   * new file takes the old one's name when it is whole.
   */
  compact(origin: WorldOrigin, changes: WorldChanges): void {
    this.close();
    const fresh = `${this.path}.new`;
    writeFileSync(fresh, `${JSON.stringify(origin)}\n${JSON.stringify(changes)}\n`, { flush: true });
    renameSync(fresh, this.path);
    this.file = openSync(this.path, 'a');
  }

  append(changes: WorldChanges): void {
    this.write(changes);
  }

  close(): void {
    if (this.file !== null) closeSync(this.file);
    this.file = null;
  }

  private write(value: unknown): void {
    if (this.file === null) throw new Error('the journal is closed');
    writeSync(this.file, `${JSON.stringify(value)}\n`);
  }
}
