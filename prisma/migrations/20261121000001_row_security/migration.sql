-- Two roles under one login (docs/decisions/row-security.md). Roles are the cluster's, so another database
-- of it may have made them already, even at this moment.
DO $$
DECLARE role_name text;
BEGIN
  FOREACH role_name IN ARRAY ARRAY['daftar_app', 'daftar_system'] LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN', role_name);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
    IF NOT pg_has_role(current_user, role_name, 'SET') THEN
      EXECUTE format('GRANT %I TO %I WITH INHERIT FALSE, SET TRUE', role_name, current_user);
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
