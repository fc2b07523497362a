import { startPostgres } from '@/server/postgres/postgres';
import { testPostgresBin } from './test-postgres-bin';

/**
 * A program for lifecycle tests that starts and supervises a database server: `postgres-holder.ts DATA_DIR PORT` runs
 * the server until SIGTERM.
 */
const [dataDir, port] = process.argv.slice(2);
if (!dataDir || !port) throw new Error('Usage: postgres-holder.ts DATA_DIR PORT');

const server = await startPostgres({ dataDir, portPreferred: Number(port), binDir: testPostgresBin });
// This timer keeps the process alive, because the running database server does not.
const work = setInterval(() => undefined, 60_000);
process.once('SIGTERM', () => {
  clearInterval(work);
  void server.stop();
});
const serverInfo = { pid: server.pid, port: server.port, url: server.url, borrowed: server.borrowed };
console.log(`ready holder ${JSON.stringify(serverInfo)}`);
