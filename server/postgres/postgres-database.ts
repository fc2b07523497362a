import pg from 'pg';
import type { PostgresCluster } from './postgres-cluster';
import { superuser } from './postgres-probe';

/** Any fixed number works. Two processes that start the same server wait for each other with it. */
const lockKey = 5432_1001;

/**
 * Creates the login role `daftar` and its database of the same name, unless they exist. The role is not a superuser; it
 * may create the roles that migrations need.
 */
export async function provisionDatabase(cluster: PostgresCluster, port: number): Promise<void> {
  const client = new pg.Client(superuser(cluster, port));
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    const role = await client.query(`select 1 from pg_roles where rolname = 'daftar'`);
    if (role.rowCount === 0) {
      await client.query(
        `create role daftar login createrole password ${client.escapeLiteral(cluster.password)}`,
      );
    }
    const database = await client.query(`select 1 from pg_database where datname = 'daftar'`);
    if (database.rowCount === 0) {
      await client.query('create database daftar owner daftar');
      await client.query('revoke connect, temporary on database daftar from public');
    }
  } finally {
    await client.end();
  }
}
