import { migrate } from '@/server/migrate';
import { migrationsDir, readMigrations } from './migrations';
import { type EmbeddedPostgres, startPostgres } from './postgres';

/**
 * Port of the database of `npm run dev`. It differs from the port of the demo, so that both can run at the same time.
 */
const portPreferred = 54_330;
const pollMs = 500;

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
  #stopped = false;
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
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#server.stop();
  }

  /**
   * Starts the server again whenever it ends. The app and the worker then reconnect, because the URL stays
   * the same.
   */
  #superviseServer(): void {
    void this.#server.exited.then(async () => {
      if (this.#stopped) return;
      const { port } = this.#server;
      this.#options.say('PostgreSQL ended; starting it again');
      this.#server = await startPostgres({ dataDir: this.#options.dataDir, portPreferred: port });
      const isSamePort = this.#server.port === port;
      this.#options.say(isSamePort ? 'PostgreSQL runs again' : `Port ${port} was taken; restart npm run dev`);
      this.#superviseServer();
    });
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
    if (!this.#stopped) this.#watchMigrations();
  }

  async #applyMigrations(): Promise<void> {
    const { migrationsDir, say } = this.#options;
    try {
      const found = JSON.stringify(await readMigrations(migrationsDir));
      if (found === this.#tried) return;
      this.#tried = found;
      for (const name of await migrate(this.url, migrationsDir)) say(`applied ${name}`);
    } catch (error) {
      if (this.#stopped) return;
      say(error instanceof Error ? error.message : String(error));
      say('Retrying when a migration changes. npm run dev -- --reset starts with an empty database.');
    }
  }
}
