import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '@/server/migrate';
import { migrationsDir, readMigrations } from './migrations';
import { type EmbeddedPostgres, startPostgres } from './postgres';

/**
 * Port of the database of `npm run dev`. It differs from the port of the demo, so that both can run at the same time.
 */
const portPreferred = 54_330;
const pollMs = 500;
/** Pause in milliseconds after a failed restart of the server, before the next attempt. */
const restartPauseMs = 2_000;

interface DevDatabaseOptions {
  dataDir: string;
  /** Prints a message for the developer in the terminal. */
  say(line: string): void;
  migrationsDir?: string;
  port?: number;
}

/**
 * The embedded PostgreSQL of `npm run dev`. If the server is killed, it is started again. A migration is applied as
 * soon as its file is added or repaired.
 */
export class DevDatabase {
  readonly #options: Required<DevDatabaseOptions>;
  #server: EmbeddedPostgres;
  readonly #stopping = new AbortController();
  /** The restart of the server that is in progress. Resolves when the restart has ended. */
  #restarting: Promise<void> | undefined;
  /**
   * The text of all migrations at the last attempt to apply them. While the text is unchanged, there is no new attempt.
   */
  #tried = '';
  #timer: NodeJS.Timeout | undefined;

  private constructor(options: Required<DevDatabaseOptions>, server: EmbeddedPostgres) {
    this.#options = options;
    this.#server = server;
  }

  /** Starts the database. Resolves when the server runs and one attempt to apply the migrations has finished. */
  static async start(given: DevDatabaseOptions): Promise<DevDatabase> {
    const options = { migrationsDir, port: portPreferred, ...given };
    const { dataDir, port } = options;
    const database = new DevDatabase(options, await startPostgres({ dataDir, portPreferred: port }));
    database.#superviseServer();
    await database.#applyMigrations();
    database.#watchMigrations();
    return database;
  }

  get url(): string {
    return this.#server.url;
  }

  /** Process id of the database server that runs now. It changes when the server is started again. */
  get pid(): number {
    return this.#server.pid;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#restarting;
    await this.#server.stop();
  }

  /**
   * Starts the server again whenever it ends. The app and the worker then reconnect, because the URL stays
   * the same.
   */
  #superviseServer(): void {
    void this.#server.exited.then(() => {
      if (this.#isStopped) return;
      this.#options.say('PostgreSQL ended; starting it again');
      this.#restarting = this.#restart();
    });
  }

  /** Starts the server until it runs or until `stop` is called. Never rejects. */
  async #restart(): Promise<void> {
    const { say, dataDir } = this.#options;
    const { port } = this.#server;
    while (!this.#isStopped) {
      try {
        this.#server = await startPostgres({ dataDir, portPreferred: port });
        const isSamePort = this.#server.port === port;
        say(isSamePort ? 'PostgreSQL runs again' : `Port ${port} was taken; restart npm run dev`);
        return this.#superviseServer();
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        say(`PostgreSQL could not be started again; retrying in ${restartPauseMs / 1000} s: ${message}`);
        await sleep(restartPauseMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      }
    }
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  /**
   * Reads the folder of the migrations at intervals to find changes. Reading is cheap because the folder is small. A
   * recursive file watcher would miss a new folder that already contains a file.
   */
  #watchMigrations(): void {
    this.#timer = setTimeout(() => void this.#poll(), pollMs);
  }

  async #poll(): Promise<void> {
    await this.#applyMigrations();
    if (!this.#isStopped) this.#watchMigrations();
  }

  async #applyMigrations(): Promise<void> {
    const { migrationsDir, say } = this.#options;
    try {
      const found = JSON.stringify(await readMigrations(migrationsDir));
      if (found === this.#tried) return;
      this.#tried = found;
      for (const name of await migrate(this.url, migrationsDir)) say(`applied ${name}`);
    } catch (error) {
      if (this.#isStopped) return;
      say(error instanceof Error ? error.message : String(error));
      say('Retrying when a migration changes. npm run dev -- --reset starts with an empty database.');
    }
  }
}
