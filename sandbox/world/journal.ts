import { closeSync, existsSync, fchmodSync, mkdirSync, openSync, readFileSync, renameSync } from 'node:fs';
import { truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { WorldChanges } from './world';

/**
 * Version of the journal format. Increase it if a seed creates other data than before, or if the meaning of a journal
 * line changes.
 */
export const journalFormat = 3;

/**
 * The input from which the sandbox's data was first created. To rebuild the data, the changes in the journal are
 * applied to the data that this input gives.
 */
export type WorldOrigin = { format: typeof journalFormat; seed: string; orders: number; base_ms: number };

/**
 * The append-only file that persists a sandbox. The first line is the origin (the seed and other input). One line per
 * transaction follows.
 *
 * A transaction is written in one call before the response to its request is sent. The operating system keeps written
 * data in its page cache even if the process is killed. After kill -9, only a transaction whose response was not sent
 * yet can be missing. After a power cut, more can be missing, because there is no fsync.
 *
 * The file contains secrets of webhooks and tokens, so only the owner of the file may read it.
 */
export class Journal {
  private file: number | null = null;
  private readonly path: string;

  constructor(directory: string) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    this.path = join(directory, 'journal.jsonl');
  }

  /**
   * Reads the journal: the origin (the seed and other input of the sandbox) and the changes of each transaction.
   * Returns null if there is no journal. An incomplete last line of the file is cut off.
   */
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

  /** Starts a new journal. Its only line is `origin`, the input from which the sandbox first creates its data. */
  start(origin: WorldOrigin): void {
    this.close();
    this.file = this.open('w');
    this.write(origin);
  }

  /**
   * Replaces all transaction lines of the journal with one line. A sandbox that was used for weeks then starts as fast
   * as a new one. The new file is written completely and then renamed to the name of the old file.
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
    // openSync applies its mode only to a new file. An earlier version of the sandbox created files that everyone could
    // read, so the mode of an existing file is set here.
    fchmodSync(file, 0o600);
    return file;
  }

  private write(value: unknown): void {
    if (this.file === null) throw new Error('the journal is closed');
    writeSync(this.file, `${JSON.stringify(value)}\n`);
  }
}
