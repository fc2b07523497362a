import 'server-only';
import { z } from 'zod';
import type { LoginRights } from '@/lib/doctor/evaluate-facts';

const Row = z.object({
  login: z.string(),
  ownsTables: z.boolean(),
  excess: z.array(z.string()),
  isOpen: z.boolean(),
});

/**
 * Reads the rights of the database login with which `query` connected, even if the session has switched to another
 * role. The rights of a role to which the login can switch are included. The rights of daftar_app and daftar_system are
 * not included, because the app needs them.
 */
export async function readLoginRights(query: (sql: string) => Promise<object[]>): Promise<LoginRights> {
  return z
    .array(Row)
    .length(1)
    .parse(await query(rightsSql))[0] as LoginRights;
}

// PostgreSQL treats a superuser as a member of every role. Nearly all rights would be listed for a superuser, so only
// SUPERUSER is listed.
const rightsSql = `
  WITH login AS (SELECT * FROM pg_roles WHERE rolname = session_user),
  reachable AS (
    SELECT r.* FROM pg_roles r, login l
    WHERE pg_has_role(l.oid, r.oid, 'MEMBER') AND r.rolname NOT IN ('daftar_app', 'daftar_system')
  ),
  relations AS (
    SELECT * FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm')
  ),
  rights AS (
    SELECT 1 AS rank, 'SUPERUSER' AS name WHERE EXISTS (SELECT FROM reachable WHERE rolsuper)
    UNION ALL SELECT 2, 'BYPASSRLS' WHERE EXISTS (SELECT FROM reachable WHERE rolbypassrls)
    UNION ALL SELECT 3, 'CREATEROLE' WHERE EXISTS (SELECT FROM reachable WHERE rolcreaterole)
    UNION ALL SELECT 4, 'CREATEDB' WHERE EXISTS (SELECT FROM reachable WHERE rolcreatedb)
    UNION ALL SELECT 5, 'REPLICATION' WHERE EXISTS (SELECT FROM reachable WHERE rolreplication)
    UNION ALL SELECT 6, 'inherits ' || d.rolname FROM pg_roles d, login l
      WHERE d.rolname IN ('daftar_app', 'daftar_system') AND pg_has_role(l.oid, d.oid, 'USAGE')
    UNION ALL SELECT 7, 'ADMIN OPTION of ' || d.rolname FROM pg_roles d, login l
      WHERE d.rolname IN ('daftar_logins', 'daftar_app', 'daftar_system')
        AND pg_has_role(l.oid, d.oid, 'MEMBER WITH ADMIN OPTION')
    UNION ALL SELECT 8, 'member of ' || rolname FROM reachable WHERE rolname LIKE 'pg\\_%'
    UNION ALL SELECT 9, 'CREATE on the database'
      WHERE EXISTS (SELECT FROM reachable WHERE has_database_privilege(oid, current_database(), 'CREATE'))
    UNION ALL SELECT 10, 'CREATE on the schema public'
      WHERE EXISTS (SELECT FROM reachable WHERE has_schema_privilege(oid, 'public', 'CREATE'))
    UNION ALL SELECT 11, 'privileges on ' || t.relname FROM relations t
      WHERE EXISTS (SELECT FROM reachable r WHERE has_table_privilege(r.oid, t.oid,
        'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER') OR has_any_column_privilege(r.oid, t.oid,
        'SELECT, INSERT, UPDATE, REFERENCES'))
  )
  SELECT l.rolname::text AS login,
    EXISTS (SELECT FROM relations t WHERE pg_has_role(l.oid, t.relowner, 'MEMBER')) AS "ownsTables",
    ARRAY(SELECT name::text FROM rights WHERE NOT l.rolsuper OR rank = 1 ORDER BY rank, name) AS excess,
    has_database_privilege('public', current_database(), 'CONNECT') AS "isOpen"
  FROM login l`;
