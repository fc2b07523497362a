import 'server-only';
import { asSystemStatement, dbPool } from '@/lib/system/db';
import { sqlStateOf } from '@/lib/system/data-exception';
import { env } from '@/lib/system/env';
import { log } from '@/lib/system/log';
import { BoundMessage, type BoundStatement } from '@/lib/system/statements/bound-message';

/** The pools whose connections do not keep prepared statements, because a pooler in transaction mode shares them. */
const sharedPools = new WeakSet<object>();

/**
 * Runs statements with the role daftar_system in one round trip, as one transaction. Unlike `systemMessage`, the values
 * may be personal data and secrets: they are parameters, so PostgreSQL does not log them when a statement fails.
 *
 * The function `statements` is called with true if connections may prepare statements. It then returns statements of few
 * different texts. It may be called twice: if a prepared statement is missing, everything is sent again without
 * preparing, from then on too.
 */
export async function systemWrite(
  statements: (isPrepared: boolean) => readonly BoundStatement[],
): Promise<void> {
  const pool = dbPool();
  const isPrepared = isAllowed() && !sharedPools.has(pool);
  const send = async (prepares: boolean) => {
    const all = [{ text: asSystemStatement, values: [] }, ...statements(prepares)];
    // pg calls the callback of the message, and its pool returns a promise. The type of pg names only the message.
    const answer: unknown = pool.query(new BoundMessage(all, prepares));
    await answer;
  };
  try {
    await send(isPrepared);
  } catch (error) {
    if (!isPrepared || !isOfPooler(error)) throw error;
    sharedPools.add(pool);
    log.warn('prepared statement missing behind a pooler; writing without prepared statements');
    await send(false);
  }
}

function isAllowed(): boolean {
  const { PREPARED_STATEMENTS, DATABASE_DIRECT_URL } = env();
  return (PREPARED_STATEMENTS ?? (DATABASE_DIRECT_URL ? 'off' : 'on')) === 'on';
}

/** Whether a prepared statement is missing (26000), or another client has prepared it on the same connection (42P05). */
function isOfPooler(error: unknown): boolean {
  return ['26000', '42P05'].includes(sqlStateOf(error) ?? '');
}
