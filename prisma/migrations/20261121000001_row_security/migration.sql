-- Roles under one login (docs/decisions/row-security.md): the login may SET ROLE to daftar_app and daftar_system, and
-- inherits nothing of either. PostgreSQL 15 has no GRANT ... WITH INHERIT FALSE, and to make the login itself NOINHERIT
-- would take its other roles' privileges from it. So daftar_logins stands between, which is NOINHERIT: membership passes
-- through it, privileges do not. Roles belong to the cluster: another database may have created them, even just now.
DO $$
DECLARE
  role_name text;
BEGIN
  -- Since PostgreSQL 16, a server can be set to let a role's creator inherit it.
  IF current_setting('createrole_self_grant', true) <> '' THEN
    SET LOCAL createrole_self_grant = '';
  END IF;
  FOREACH role_name IN ARRAY ARRAY['daftar_logins', 'daftar_app', 'daftar_system'] LOOP
    CONTINUE WHEN to_regrole(role_name) IS NOT NULL;
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN NOINHERIT', role_name);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
  END LOOP;
  FOREACH role_name IN ARRAY ARRAY['daftar_app', 'daftar_system'] LOOP
    CONTINUE WHEN pg_has_role('daftar_logins', role_name, 'MEMBER');
    EXECUTE format('GRANT %I TO daftar_logins', role_name);
  END LOOP;
  -- Try it: pg_has_role knows 'SET' since 16 only, and a superuser needs no grant.
  BEGIN
    SET LOCAL ROLE daftar_app;
    SET LOCAL ROLE daftar_system;
    RESET ROLE;
  EXCEPTION WHEN insufficient_privilege THEN
    GRANT daftar_logins TO CURRENT_USER;
  END;
  FOREACH role_name IN ARRAY ARRAY['daftar_app', 'daftar_system'] LOOP
    IF current_setting('is_superuser') = 'off' AND pg_has_role(role_name, 'USAGE') THEN
      RAISE EXCEPTION 'The login % inherits the privileges of %, so that row security does not hold it.', current_user, role_name
        USING HINT = format('Make it a member of daftar_logins (NOINHERIT) alone: REVOKE %I FROM %I.', role_name, current_user);
    END IF;
  END LOOP;
END $$;

GRANT USAGE ON SCHEMA public TO daftar_app, daftar_system;

-- Rises with every read that is about to be sent: a later read outranks an earlier one of the same updated_at.
CREATE SEQUENCE fence_seq;
-- Rises with every event that marks an entity.
CREATE SEQUENCE mark_seq;
GRANT USAGE ON SEQUENCE fence_seq, mark_seq TO daftar_app, daftar_system;

DO $$
DECLARE table_name text;
BEGIN
  -- No row is seen by anyone, the owner included, unless a policy below says so.
  FOREACH table_name IN ARRAY ARRAY[
    'installs', 'operations', 'backfills', 'orders', 'created_orders', 'stores', 'install_tokens', 'webhook_secrets',
    'oauth_states', 'sessions', 'launch_uses', 'handoffs', 'budgets', 'inbox', 'dirty_marks'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', table_name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', table_name);
  END LOOP;

  -- Tenant tables: the install of the transaction, or nothing.
  FOREACH table_name IN ARRAY ARRAY['installs', 'operations', 'backfills', 'orders', 'created_orders', 'stores'] LOOP
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO daftar_app', table_name);
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO daftar_app USING (install_id = nullif(current_setting(''daftar.install_id'', true), '''')) WITH CHECK (install_id = nullif(current_setting(''daftar.install_id'', true), ''''))',
      table_name);
  END LOOP;

  -- What crosses tenants by nature: queues, leases, sessions, look-ups that begin before an install is known.
  FOREACH table_name IN ARRAY ARRAY[
    'installs', 'operations', 'backfills', 'install_tokens', 'webhook_secrets', 'oauth_states', 'sessions',
    'launch_uses', 'handoffs', 'budgets', 'inbox', 'dirty_marks'
  ] LOOP
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO daftar_system', table_name);
    EXECUTE format('CREATE POLICY system ON %I TO daftar_system USING (true) WITH CHECK (true)', table_name);
  END LOOP;
END $$;
