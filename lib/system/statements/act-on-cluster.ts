import 'server-only';
import pg from 'pg';

/**
 * SQL expression: true if the database is a Citus cluster (docs/decisions/citus.md). `pg_dist_node` is a table of the
 * extension.
 */
export const isClusterSql = `to_regclass('pg_catalog.pg_dist_node') IS NOT NULL`;

/**
 * Sets the install of a transaction on the other nodes of a Citus cluster, so that row security applies there. The
 * coordinator sends a setting to the other nodes only if it was set by SET LOCAL and not by set_config. Citus sends the
 * whole message, so each statement is sent alone.
 *
 * @param run sends one statement on the connection of the transaction
 */
export async function sendInstallToNodes(
  run: (sql: string) => Promise<unknown>,
  installId: string,
): Promise<void> {
  await run('SET LOCAL citus.propagate_set_commands = local');
  await run(`SET LOCAL daftar.install_id = ${pg.escapeLiteral(installId)}`);
}
