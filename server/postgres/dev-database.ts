import { migrate } from '@/server/migrate';
import { migrationsDir, readMigrations } from './migrations';
import { type EmbeddedPostgres, startPostgres } from './postgres';

/** A different port than the demo's, so that both can run at the same time. */
const portPreferred = 54_330;
const pollMs = 500;

interface DevDatabaseOptions {
  dataDir: string;
  /** Receives messages for the terminal. */
  say(line: string): void;
  migrationsDir?: string;
  port?: number;
}

/**
 * The embedded PostgreSQL of `npm run dev`. It restarts when it is killed. It applies a migration as soon as its file
 * is added or repaired.
 */
export class DevDatabase {
  readonly #options: Required<DevDatabaseOptions>;
  #server: EmbeddedPostgres;
  #stopped = false;
  /** The migrations of the last attempt, as text. */
  #tried = '';
  #timer: NodeJS.Timeout | undefined;

  private constructor(options: Required<DevDatabaseOptions>, server: EmbeddedPostgres) {
    this.#options = options;
    this.#server = server;
  }

  /** Resolves when the server runs and one attempt to apply the migrations has finished. */
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

  /** The pid of the current server. */
  get pid(): number {
    return this.#server.pid;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#server.stop();
  }

  /** Restarts the server when it ends. App and worker reconnect on their own, because the URL stays the same. */
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

  /** Polls, because the folder is small and recursive watchers miss a new folder that contains a file. */
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
