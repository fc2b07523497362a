import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Reads the journal of a sandbox, the file in which the sandbox records every change of its data. From the journal, a
 * test can see which tables a request changed.
 */
export type JournalFollower = {
  /** The folder of the journal, for the option `dataDir` of the sandbox. */
  dataDir: string;
  /** Returns the names of the tables to which the sandbox has written since the last call. */
  changedTables: () => string[];
  /** Deletes the folder of the journal. */
  close: () => void;
};

/** Creates a folder for the journal of a sandbox, and returns an object that reads this journal. */
export function followJournal(): JournalFollower {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-journal-'));
  const path = join(dataDir, 'journal.jsonl');
  let file: number | undefined;
  let read = 0;
  return {
    dataDir,
    changedTables: () => {
      file ??= openSync(path, 'r');
      const { size } = fstatSync(file);
      const fresh = Buffer.alloc(size - read);
      readSync(file, fresh, 0, fresh.length, read);
      read = size;
      const lines = fresh.toString('utf8').split('\n').filter(Boolean);
      return lines.flatMap((line) => Object.keys((JSON.parse(line) as { tables?: object }).tables ?? {}));
    },
    close: () => {
      if (file !== undefined) closeSync(file);
      rmSync(dataDir, { recursive: true });
    },
  };
}
