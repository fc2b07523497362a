/**
 * States of the connection between the app and the store, as every screen shows them. `decideConnection` derives the
 * state on the server, and the live stream sends it.
 *
 * - `ok`: changes arrive as they happen.
 * - `reconnect`: the store no longer accepts the app's access. The merchant must act.
 * - `paused`: the publisher has paused the store (`npm run ops`).
 * - `platform_unreachable`: reads of the store fail, because the platform does not answer.
 * - `sync_failing`: reads of the store fail because of a fault of the app.
 * - `updatesOff`: the platform sends no changes, because the webhook subscription is off. Sweeps find them later.
 */
export const connectionStates = [
  'ok',
  'reconnect',
  'paused',
  'platform_unreachable',
  'sync_failing',
  'updatesOff',
] as const;
export type Connection = (typeof connectionStates)[number];

/** A state of the connection that is not `ok`: changes arrive late or not at all. */
export type ConnectionTrouble = Exclude<Connection, 'ok'>;
