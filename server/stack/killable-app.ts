import type { TourHost } from '@/sandbox/tour/tour-host';
import { readAppState } from './app-state';
import type { Child } from './child';

/**
 * The app of a stack whose tour may kill it: `npm run demo` and the browser tests have one. After each kill, the app is
 * started again. A deployment has no such class, because its supervisor restarts the app.
 */
export class KillableApp {
  private child: Child | undefined;
  private readyPid: number | null = null;
  private readonly killed = new Set<Child>();
  private isEnding = false;

  /** @param startProcess starts a process of the app. `again` is true after a kill. */
  constructor(
    private readonly startProcess: (again: boolean) => Child,
    private readonly databaseUrl: string,
  ) {}

  /** Starts the first process of the app. */
  start(): Child {
    return this.begin(false);
  }

  /** Returns the newest process of the app. Throws if none was started. */
  get current(): Child {
    if (!this.child) throw new Error('the app was not started');
    return this.child;
  }

  /** Returns true if the tour killed this process. */
  wasKilled(child: Child): boolean {
    return this.killed.has(child);
  }

  /** Ends the newest process. After this call, no process is started. */
  async stop(): Promise<void> {
    this.isEnding = true;
    await this.child?.stop();
  }

  /** The answers to the questions of the tour. */
  readonly host: TourHost = {
    killApp: async () => {
      const { current } = this;
      this.readyPid = null;
      this.killed.add(current);
      await current.kill();
      if (!this.isEnding) this.begin(true);
      return { pid: current.pid };
    },
    look: async (installId) => ({
      pid: this.readyPid,
      ...(await readAppState(this.databaseUrl, installId)),
    }),
  };

  private begin(again: boolean): Child {
    const child = this.startProcess(again);
    this.child = child;
    void child.ready.then(
      () => {
        if (this.child === child) this.readyPid = child.pid;
      },
      () => undefined,
    );
    return child;
  }
}
