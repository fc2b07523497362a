import { closeSync, existsSync, fchmodSync, mkdirSync, openSync, readFileSync, renameSync } from 'node:fs';
import { truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { WorldChanges } from './world';

/** Increased when a seed creates a different world than before, or when the meaning of a journal line changes. */
export const journalFormat = 3;

/** The input from which the world was created. The journal's changes are applied on top of it. */
export type WorldOrigin = { format: typeof journalFormat; seed: string; orders: number; base_ms: number };

/**
 * The append-only file of a sandbox: its origin on the first line, then one line per transaction.
 *
 * A line is written in one call before its request is answered. The page cache outlives the process, so kill -9 loses
 * at most a transaction that was not answered yet. A power cut may lose more, because there is no fsync.
 *
 * The file holds secrets of webhooks and tokens, so only its owner may read it.
 */
export class Journal {
  private file: number | null = null;
  private readonly path: string;

  constructor(directory: string) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    this.path = join(directory, 'journal.jsonl');
  }

  /** Reads the origin and the changes, or returns null when there is no journal. An incomplete last line is cut off. */
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
      throw new Error(`${this.path} was written by another version of the sandbox: delete it to start again`);
    this.file = this.open('a');
    return { origin, changes: rest.map((line) => JSON.parse(line) as WorldChanges) };
  }

  /** Starts a new journal that contains only the origin. */
  start(origin: WorldOrigin): void {
    this.close();
    this.file = this.open('w');
    this.write(origin);
  }

  /**
   * Replaces all transaction lines with one, so that a world in use for weeks starts as fast as a new one. The new file
   * is renamed over the old one only when it is complete.
   */
  compact(origin: WorldOrigin, changes: WorldChanges): void {
    this.close();
    const fresh = `${this.path}.new`;
    writeFileSync(fresh, `${JSON.stringify(origin)}\n${JSON.stringify(changes)}\n`, {
      flush: true,
      mode: 0o600,
    });
    renameSync(fresh, this.path);
    this.file = this.open('a');
  }

  append(changes: WorldChanges): void {
    this.write(changes);
  }

  close(): void {
    if (this.file !== null) closeSync(this.file);
    this.file = null;
  }

  private open(flags: 'a' | 'w'): number {
    const file = openSync(this.path, flags, 0o600);
    // The mode above is only for a new file. An earlier version wrote files that everyone could read.
    fchmodSync(file, 0o600);
    return file;
  }

  private write(value: unknown): void {
    if (this.file === null) throw new Error('the journal is closed');
    writeSync(this.file, `${JSON.stringify(value)}\n`);
  }
}
