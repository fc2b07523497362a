import pg from 'pg';
import { z } from 'zod';

/** SQLSTATE insufficient_privilege: PostgreSQL reports it if the database owner may not make a GRANT. */
const insufficientPrivilege = '42501';

/**
 * Grants the rights that the app's login needs in this database: CONNECT, and SET ROLE to daftar_app and daftar_system.
 * The login does not inherit the rights of these roles (docs/decisions/row-security.md, S25). A right that the login
 * already has is not granted again: an administrator may have granted it, and the owner of the database may not be
 * allowed to grant it.
 *
 * Throws in two cases:
 *
 * - The owner may not grant a missing right. The error contains the SQL to run.
 * - The login inherits the rights of one of the two roles.
 *
 * @param client a connection of the owner to a migrated database
 * @param login name of the login in DATABASE_URL; nothing happens if it is the owner
 */
export async function grantToAppLogin(client: pg.Client, login: string): Promise<void> {
  const before = await readRights(client, login);
  if (!before) {
    throw new Error(
      `The login ${login} of DATABASE_URL does not exist. Create it (docs/operating.md), then run npm run migrate again.`,
    );
  }
  if (before.isOwner) return;
  const role = pg.escapeIdentifier(login);
  for (const grant of missingGrants(before, role)) await grantIfAllowed(client, grant);
  const after = await readRights(client, login);
  if (after?.inherited) {
    throw new Error(
      `The login ${login} of DATABASE_URL inherits the privileges of ${after.inherited}, so row security does not ` +
        `restrict it. It must be a member of daftar_logins (NOINHERIT) only. Run as an administrator:\n` +
        `  REVOKE ${after.inherited} FROM ${role};`,
    );
  }
  const missing = after ? missingGrants(after, role) : [];
  if (missing.length === 0) return;
  throw new Error(
    `The login ${login} of DATABASE_URL lacks rights that the owner may not grant. Run as an administrator:\n` +
      missing.map((grant) => `  ${grant.plain};`).join('\n'),
  );
}

const Rights = z
  .array(
    z.object({
      isOwner: z.boolean(),
      mayConnect: z.boolean(),
      maySetRoles: z.boolean(),
      inherited: z.string().nullable(),
      database: z.string(),
      /**
       * True if a GRANT of a role can exclude inheritance (WITH INHERIT FALSE), which PostgreSQL supports since version
       * 16.
       */
      hasInheritOption: z.boolean(),
    }),
  )
  .max(1);
type Rights = z.infer<typeof Rights>[number];

async function readRights(client: pg.Client, login: string): Promise<Rights | undefined> {
  // In PostgreSQL 15, pg_has_role does not support the privilege SET. There, each member of a role may set the role, so
  // MEMBER is checked instead.
  const { rows } = await client.query(
    `WITH version AS (SELECT current_setting('server_version_num')::int >= 160000 AS is_16)
     SELECT r.rolname = current_user AS "isOwner",
       has_database_privilege(r.oid, current_database(), 'CONNECT') AS "mayConnect",
       (SELECT bool_and(pg_has_role(r.oid, d.oid, CASE WHEN is_16 THEN 'SET' ELSE 'MEMBER' END))
         FROM pg_roles d WHERE d.rolname IN ('daftar_app', 'daftar_system')) AS "maySetRoles",
       (SELECT min(d.rolname) FROM pg_roles d
         WHERE d.rolname IN ('daftar_app', 'daftar_system') AND NOT r.rolsuper AND pg_has_role(r.oid, d.oid, 'USAGE')
       ) AS inherited,
       current_database() AS database, is_16 AS "hasInheritOption"
     FROM pg_roles r, version WHERE r.rolname = $1`,
    [login],
  );
  return Rights.parse(rows)[0];
}

/**
 * A missing GRANT as two SQL texts. `sql` is the text that this program runs. `plain` works on each version of
 * PostgreSQL and is shown to a person.
 */
type Grant = { sql: string; plain: string };

function missingGrants(rights: Rights, role: string): Grant[] {
  const grants: Grant[] = [];
  if (!rights.mayConnect) {
    const plain = `GRANT CONNECT ON DATABASE ${pg.escapeIdentifier(rights.database)} TO ${role}`;
    grants.push({ sql: plain, plain });
  }
  if (!rights.maySetRoles) {
    // PostgreSQL 15 does not support WITH INHERIT FALSE, so a plain GRANT is used there. The login still inherits no
    // rights, because the role daftar_logins has the attribute NOINHERIT.
    const plain = `GRANT daftar_logins TO ${role}`;
    grants.push({ sql: rights.hasInheritOption ? `${plain} WITH INHERIT FALSE, SET TRUE` : plain, plain });
  }
  return grants;
}

async function grantIfAllowed(client: pg.Client, { sql }: Grant): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === insufficientPrivilege)) throw error;
  }
}
