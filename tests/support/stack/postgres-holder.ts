import { startPostgres } from '@/server/postgres/postgres';
import { testPostgresBin } from './test-postgres-bin';

/**
 * A supervisor process for lifecycle tests: `postgres-holder.ts DATA_DIR PORT` runs a database server until SIGTERM.
 */
const [dataDir, port] = process.argv.slice(2);
if (!dataDir || !port) throw new Error('Usage: postgres-holder.ts DATA_DIR PORT');

const server = await startPostgres({ dataDir, portPreferred: Number(port), binDir: testPostgresBin });
// This timer keeps the supervisor process alive, because the database server that it started does not.
const work = setInterval(() => undefined, 60_000);
process.once('SIGTERM', () => {
  clearInterval(work);
  void server.stop();
});
const serverInfo = { pid: server.pid, port: server.port, url: server.url, borrowed: server.borrowed };
console.log(`ready holder ${JSON.stringify(serverInfo)}`);
