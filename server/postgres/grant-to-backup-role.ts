/**
 * Grants the role daftar_backup the right to read each table and sequence, if an administrator has created this role
 * (docs/operating.md#backup-and-restore). A right that the role already has is not granted again. The role itself
 * cannot log in. Row security hides all rows from its members, unless they have BYPASSRLS. So the login that makes the
 * backup needs BYPASSRLS.
 */
export const grantToBackupRoleSql = `
  do $$ declare relation regclass; begin
    if to_regrole('daftar_backup') is null then return; end if;
    if not has_schema_privilege('daftar_backup', 'public', 'usage') then
      grant usage on schema public to daftar_backup;
    end if;
    for relation in
      select oid from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S')
        and not has_table_privilege('daftar_backup', oid, 'select')
    loop
      execute format('grant select on %s to daftar_backup', relation);
    end loop;
  end $$`;
