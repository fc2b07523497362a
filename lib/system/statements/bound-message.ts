import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { LoggedMessage } from '@/lib/system/statements/log-statements';

/** A statement of a message. `$1` stands for the first value, and so on. */
export type BoundStatement = { text: string; values: readonly (string | null)[] };

/** The names that a connection has prepared. They are a part of the connection, so a reload of this file keeps them. */
const preparedNames = Symbol.for('prepared statements of BoundMessage');
type Connection = pg.Connection & { [preparedNames]?: Set<string> };

/** The name of each text that was prepared. */
const names = new Map<string, string>();

/**
 * Returns the name of a prepared statement. The same name always has the same text: a pooler may give a connection of an
 * earlier release, and this release may have another statement.
 */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = `s_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  names.set(text, name);
  return name;
}

/**
 * Statements for pg that are sent together and run as one transaction: PostgreSQL commits at the Sync message after the
 * last statement, and rolls back all statements if one fails. The values are not a part of the texts, so PostgreSQL
 * does not log them when a statement fails. Returned rows are ignored. After an error the connection must be closed, as
 * a pool does, because it is not known which statements it has prepared.
 *
 * If `isPrepared` is true, each connection prepares each statement once, and PostgreSQL then does not parse it again.
 * The statements must then have few different texts.
 */
export class BoundMessage implements pg.Submittable {
  /** pg sets this function. It is called once, at the end or at the first error. */
  callback?: (error?: Error) => void;
  readonly text: string;
  readonly logged: LoggedMessage;

  constructor(
    private readonly statements: readonly BoundStatement[],
    private readonly isPrepared: boolean,
  ) {
    this.text = statements.map(({ text }) => text).join('; ');
    const parameters = statements.reduce((sum, { values }) => sum + values.length, 0);
    this.logged = { text: this.text, parameters };
  }

  submit(connection: Connection): void {
    const prepared = (connection[preparedNames] ??= new Set());
    // The socket sends everything in one piece.
    connection.stream.cork();
    for (const { text, values } of this.statements) {
      const name = this.isPrepared ? nameOf(text) : '';
      if (!prepared.has(name)) connection.parse({ name, text, types: [] }, true);
      if (this.isPrepared) prepared.add(name);
      connection.bind({ statement: name, values: [...values] }, true);
      connection.execute(null, true);
    }
    connection.sync();
    connection.stream.uncork();
  }

  handleError(error: Error): void {
    this.callback?.(error);
  }

  handleReadyForQuery(): void {
    this.callback?.();
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
}
