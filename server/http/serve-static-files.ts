import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { createFairShares, ShareTimeout } from '@/lib/system/fair-shares';
import { log } from '@/lib/system/log';
import { listStaticFiles, publishStaticFiles, readStaticFile } from '@/lib/system/static-files';

const prefix = '/_next/static/';
/** Matches names that a built file can have. A path that does not match is not looked up in the database. */
const namePattern = /^[\w~.-]{1,80}(\/[\w~.-]{1,120}){0,3}$/;
/**
 * Interval at which a process marks its files as used, in milliseconds. The database stores them for days after the
 * last mark (lib/system/static-files.ts).
 */
const publishEveryMs = 24 * 60 * 60_000;
/**
 * Wait after a failed publication of the files before the next attempt, in milliseconds. Publication fails,
 * for example, while the database is not migrated yet.
 */
const retryMs = 10_000;
/**
 * Limits how many database queries for files of other builds run at the same time. Anyone may request any file name, so
 * without this limit, such requests could use up the database connections.
 */
const lookups = createFairShares({ share: 2, waitMs: 5_000, waitersMax: 200 });
/**
 * Maximum total size of the files of other builds that this process holds in memory, in bytes. A build has about 4 MB.
 * All responses for one file share one copy, so that slow clients cannot fill the memory.
 */
const keptBytesMax = 32 * 1024 * 1024;
/**
 * The files that were read from the database, the oldest first. A file whose read is in progress is also in the map, so
 * parallel requests share one read.
 */
const kept = new Map<string, { body: Promise<Buffer | null>; bytes: number }>();

const noSniff = { 'x-content-type-options': 'nosniff' };

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/**
 * Serves the built files of other builds from the database. During an upgrade, two builds run behind one load balancer.
 * A page of one build may then request its files from a process of the other build.
 *
 * First, the function publishes the files of its own build, so that other processes can serve them. If the database is
 * not available, the app still starts and publishes the files later.
 *
 * @returns a function that answers a request for a built file that this build does not have. It returns true if it
 * answers the request.
 */
export async function serveStaticFiles(
  buildDir: string,
): Promise<(request: IncomingMessage, response: ServerResponse) => boolean> {
  const dir = path.join(buildDir, 'static');
  const names = await listStaticFiles(dir);
  const own = new Set(names);
  const publish = async (): Promise<void> => {
    const error: unknown = await publishStaticFiles(dir, names).then(
      () => null,
      (cause: unknown) => cause,
    );
    if (error) log.warn({ error }, 'static files could not be published; retrying in 10 s');
    setTimeout(() => void publish(), error ? retryMs : publishEveryMs).unref();
  };
  await publish();
  return ({ method, url = '' }, response) => {
    if (!url.startsWith(prefix) || (method !== 'GET' && method !== 'HEAD')) return false;
    const name = url.slice(prefix.length).split('?')[0] ?? '';
    if (own.has(name) || !namePattern.test(name)) return false;
    void answer(name, method, response);
    return true;
  };
}

async function answer(name: string, method: string, response: ServerResponse): Promise<void> {
  try {
    const body = await readShared(name);
    const isBodySent = method !== 'HEAD';
    if (!body) {
      const headers = {
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'no-store',
        ...noSniff,
      };
      return void response.writeHead(404, headers).end(isBodySent ? 'Not found\n' : undefined);
    }
    response.writeHead(200, {
      'content-type': contentTypes[path.extname(name)] ?? 'application/octet-stream',
      'content-length': body.length,
      // Browsers may cache the file for a year, because its name contains a hash of its content, so the content never
      // changes. Next sends the same header.
      'cache-control': 'public, max-age=31536000, immutable',
      ...noSniff,
    });
    response.end(isBodySent ? body : undefined);
  } catch (error) {
    // The error ShareTimeout means that the limit of parallel database queries is reached. It is not logged, because
    // anyone could fill the log by requesting more files than this limit allows.
    if (!(error instanceof ShareTimeout))
      log.warn({ error }, 'a static file of another build could not be read; answering 503');
    response.writeHead(503, { 'retry-after': '5', 'cache-control': 'no-store' }).end();
  }
}

/**
 * Reads a file of another build from the database. While the file is in memory, all requests for it share one result.
 */
function readShared(name: string): Promise<Buffer | null> {
  const known = kept.get(name);
  if (known) return known.body;
  const entry = { body: lookups.run('all', () => readStaticFile(name)), bytes: 0 };
  kept.set(name, entry);
  entry.body.then(
    (body) => {
      if (body) entry.bytes = body.length;
      else kept.delete(name);
      let bytes = [...kept.values()].reduce((sum, one) => sum + one.bytes, 0);
      for (const [oldest, { bytes: freed }] of kept) {
        if (bytes <= keptBytesMax) break;
        kept.delete(oldest);
        bytes -= freed;
      }
    },
    () => kept.delete(name),
  );
  return entry.body;
}
