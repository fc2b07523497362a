import type { ChildProcess } from 'node:child_process';
import { z } from 'zod';

/** A message of the sandbox to the process that started it. `number` also stands in the reply. */
export const HostQuestion = z.discriminatedUnion('ask', [
  z.object({ ask: z.literal('kill app'), number: z.number() }),
  z.object({ ask: z.literal('look'), number: z.number(), install: z.string() }),
]);
export type HostQuestion = z.infer<typeof HostQuestion>;

const KilledApp = z.object({ pid: z.number() });

/**
 * What the app has of one install, as the tour shows it. It contains ids, kinds, states, counts and times, but no
 * personal data.
 */
const AppState = z.object({
  /** The process id of the app; null while the app starts. */
  pid: z.number().nullable(),
  /** The status of the install in the app; null if the app does not know the install. */
  status: z.string().nullable(),
  /** The newest operations, newest first. `lease` is the time at which the lease ends; null if there is none. */
  operations: z.array(
    z.object({
      kind: z.string(),
      state: z.string(),
      attempts: z.number(),
      key: z.string(),
      lease: z.string().nullable(),
    }),
  ),
  /** The newest events in the inbox, newest first. */
  inbox: z.array(z.object({ topic: z.string(), state: z.string(), entity: z.string().nullable() })),
  /** The dirty marks of the install, newest first. */
  marks: z.array(z.object({ kind: z.string(), entity: z.string(), attempts: z.number() })),
  /** The newest orders of the mirror, newest first. */
  orders: z.array(z.object({ id: z.string(), number: z.string(), status: z.string(), fence: z.string() })),
});
export type AppState = z.infer<typeof AppState>;

/**
 * The process that started the sandbox together with the app: `npm run demo`, or the stack of a browser test. The tour
 * requests from it what the sandbox itself must not be able to do.
 */
export type TourHost = {
  /** Ends the app by SIGKILL. Resolves when the process has ended. The host then starts the app again. */
  killApp: () => Promise<{ pid: number }>;
  look: (installId: string) => Promise<AppState>;
};

/** The side of the sandbox: its process object, whose IPC channel leads to the process that started it. */
type Channel = Pick<NodeJS.Process, 'on' | 'send'>;
type Unsent = HostQuestion extends infer One
  ? One extends HostQuestion
    ? Omit<One, 'number'>
    : never
  : never;

const Reply = z.object({ number: z.number(), answer: z.unknown().optional(), error: z.string().optional() });

/** Returns the host of the tour. Returns null if no process that answers the questions of the tour started the sandbox. */
export function tourHostOf(channel: Channel): TourHost | null {
  if (!channel.send) return null;
  const waiting = new Map<number, (reply: z.infer<typeof Reply>) => void>();
  let last = 0;
  channel.on('message', (message: unknown) => {
    const reply = Reply.safeParse(message).data;
    if (!reply) return;
    waiting.get(reply.number)?.(reply);
    waiting.delete(reply.number);
  });
  const ask = (question: Unsent) =>
    new Promise<unknown>((resolve, reject) => {
      const number = ++last;
      waiting.set(number, ({ answer, error }) => {
        if (error === undefined) resolve(answer);
        else reject(new Error(error));
      });
      channel.send?.({ ...question, number } satisfies HostQuestion);
    });
  return {
    killApp: async () => KilledApp.parse(await ask({ ask: 'kill app' })),
    look: async (install) => AppState.parse(await ask({ ask: 'look', install })),
  };
}

/** Answers the questions that the sandbox sends to the process that started it. The other side is tourHostOf. */
export function answerTour(sandbox: Pick<ChildProcess, 'on' | 'send' | 'connected'>, host: TourHost): void {
  sandbox.on('message', (message: unknown) => {
    const question = HostQuestion.safeParse(message).data;
    if (!question) return;
    const { number } = question;
    const answer = question.ask === 'look' ? host.look(question.install) : host.killApp();
    void answer
      .then(
        (value) => ({ number, answer: value }),
        (error: unknown) => ({ number, error: String(error) }),
      )
      .then((reply) => {
        // The sandbox may have ended in the meantime.
        if (sandbox.connected) sandbox.send(reply, () => undefined);
      });
  });
}
