import type pg from 'pg';
import type { LoggedMessage } from '@/lib/system/statements/log-statements';

/** A statement of a message. `$1` stands for the first value, and so on. */
export type BoundStatement = {
  text: string;
  values: readonly (string | null)[];
  /**
   * Name under which each connection prepares the statement once. PostgreSQL then does not parse it again. A name
   * always has the same text. A statement without a name is parsed at each call.
   */
  name?: string;
};

/** The names that each connection has prepared. */
const preparedNames = new WeakMap<pg.Connection, Set<string>>();

/**
 * Statements for pg that are sent together and run as one transaction: PostgreSQL commits at the Sync message after the
 * last statement, and rolls back all statements if one fails. The values are not a part of the texts, so PostgreSQL
 * does not log them when a statement fails. Returned rows are ignored. After an error the connection must be closed, as
 * a pool does, because it is not known which statements it has prepared.
 */
export class BoundMessage implements pg.Submittable {
  /** pg sets this function. It is called once, at the end or at the first error. */
  callback?: (error?: Error) => void;
  readonly text: string;
  readonly logged: LoggedMessage;

  constructor(private readonly statements: readonly BoundStatement[]) {
    this.text = statements.map(({ text }) => text).join('; ');
    const parameters = statements.reduce((sum, { values }) => sum + values.length, 0);
    this.logged = { text: this.text, parameters };
  }

  submit(connection: pg.Connection): void {
    const prepared = preparedNames.get(connection) ?? new Set();
    preparedNames.set(connection, prepared);
    // The socket sends everything in one piece.
    connection.stream.cork();
    for (const { text, values, name = '' } of this.statements) {
      if (name === '' || !prepared.has(name)) connection.parse({ name, text, types: [] }, true);
      if (name !== '') prepared.add(name);
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
