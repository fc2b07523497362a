import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { findClientProgram } from '@/server/postgres/find-client-program';
import { countDumpRows, type DumpContent } from './count-dump-rows';

/**
 * Counts the rows in a file or folder that pg_dump wrote, in any of its formats. Throws if the dump cannot be read, for
 * example because it was cut off.
 *
 * @param searchPath the value of PATH, for pg_restore
 */
export async function readDump(file: string, searchPath: string): Promise<DumpContent> {
  const content = (await isArchive(file))
    ? await readArchive(file, searchPath)
    : await countDumpRows(linesOf(createReadStream(file)));
  if (!content.isComplete) throw new Error(`${file} is not a complete dump. Make a new one: npm run backup`);
  return content;
}

/**
 * Returns true if the dump is a folder, a tar file or in the custom format, which pg_restore reads. A dump in SQL form
 * is text and needs no pg_restore.
 */
async function isArchive(file: string): Promise<boolean> {
  if ((await stat(file)).isDirectory()) return true;
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(8), 0, 8, 0);
    const start = buffer.subarray(0, bytesRead).toString('latin1');
    return start.startsWith('PGDMP') || start.startsWith('toc.dat');
  } finally {
    await handle.close();
  }
}

async function readArchive(file: string, searchPath: string): Promise<DumpContent> {
  const pgRestore = await findClientProgram('pg_restore', searchPath);
  if (!pgRestore) throw new Error('No pg_restore on this machine: install the PostgreSQL client.');
  const child = spawn(pgRestore, ['--data-only', '--file=-', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  const errors: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  const exited = once(child, 'close');
  const content = await countDumpRows(linesOf(child.stdout));
  const [code] = await exited;
  if (code !== 0)
    throw new Error(`pg_restore cannot read ${file}: ${Buffer.concat(errors).toString().trim()}`);
  return content;
}

/**
 * Splits a dump into lines at line feeds only. The module readline also splits at U+2028, which a value may contain.
 * The text is decoded as Latin-1, which is faster and never fails; names of tables are ASCII.
 */
async function* linesOf(stream: Readable): AsyncGenerator<string> {
  stream.setEncoding('latin1');
  let rest = '';
  for await (const chunk of stream) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest) yield rest;
}
