/**
 * Names of typical bugs of a mirror (copy of the platform's data). The simulation plants one bug at a time
 * and must detect it. The production code stays unchanged: a bug replaces an SQL function of the test
 * database or wraps a module (mirror-mocks.ts).
 */
export const bugs = [
  'deduplicate_by_header',
  'clear_mark_early',
  'drop_the_fence',
  'equal_loses',
  'ignore_tombstones',
  'trust_the_payload',
  'no_overlap',
  'cursor_before_page',
  'half_sweep_deletes',
] as const;
export type Bug = (typeof bugs)[number];

/** The planted bug; null if no bug is planted at the moment. */
export const planted: { bug: Bug | null } = { bug: null };

/**
 * SQL that removes a planted bug from the database. PostgreSQL searches the schema of the test (`sim`) before
 * the app's own schema, so dropping the functions in `sim` is enough.
 */
export const unplantSql = `
  DROP FUNCTION IF EXISTS sim.is_forward;
  DROP FUNCTION IF EXISTS sim.may_replace;
  DROP TRIGGER IF EXISTS trust ON inbox;
  DROP FUNCTION IF EXISTS sim.trust`;

/** For each bug of an SQL function, the SQL that plants the bug by replacing this function. */
export const bugSql: Partial<Record<Bug, string>> = {
  drop_the_fence: `
    CREATE FUNCTION sim.is_forward(
      stored_updated_at timestamptz, stored_fence bigint, read_updated_at timestamptz, read_fence bigint
    ) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
      SELECT stored_updated_at IS NULL OR read_updated_at IS NULL OR read_updated_at >= stored_updated_at
    $$`,
  equal_loses: `
    CREATE FUNCTION sim.is_forward(
      stored_updated_at timestamptz, stored_fence bigint, read_updated_at timestamptz, read_fence bigint
    ) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
      SELECT CASE WHEN stored_updated_at IS NULL OR read_updated_at IS NULL THEN read_fence > stored_fence
        ELSE read_updated_at > stored_updated_at END
    $$`,
  ignore_tombstones: `
    CREATE FUNCTION sim.may_replace(
      stored_deleted_at timestamptz, stored_updated_at timestamptz, stored_fence bigint,
      read_updated_at timestamptz, read_fence bigint
    ) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
      SELECT is_forward(stored_updated_at, stored_fence, read_updated_at, read_fence)
    $$`,
  trust_the_payload: `
    CREATE FUNCTION sim.trust() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE told text := NEW.body::jsonb #>> '{data,status}';
    BEGIN
      IF NEW.state <> 'stored' OR NEW.kind IS DISTINCT FROM 'order' OR told IS NULL THEN RETURN NEW; END IF;
      UPDATE orders SET status = told, header = jsonb_set(header, '{status}', to_jsonb(told))
      WHERE install_id = NEW.install_id AND id = NEW.entity_id;
      IF FOUND THEN NEW.state := 'settled'; END IF;
      RETURN NEW;
    END $$;
    GRANT UPDATE ON orders TO daftar_system;
    CREATE TRIGGER trust BEFORE INSERT ON inbox FOR EACH ROW EXECUTE FUNCTION sim.trust()`,
};
