import type pg from 'pg';
import { systemQuery } from '@/tests/support/integration/when-free';

const RealDate = Date;
let aheadMs = 0;

/** A Date whose current time is the real time plus the time that passTime added. */
class MovedDate extends RealDate {
  constructor(...parts: [] | [value: number | string | Date]) {
    super(parts[0] ?? MovedDate.now());
  }
  static override now(): number {
    return RealDate.now() + aheadMs;
  }
}

/**
 * Makes the test process and the database use a clock that the test moves. PostgreSQL finds now() in the schema of the
 * test (`sim`) before the one in pg_catalog. Only connections opened after this call use the moved clock.
 */
export async function takeTime(sql: pg.Client): Promise<void> {
  globalThis.Date = MovedDate as DateConstructor;
  await sql.query(`
    CREATE SCHEMA sim;
    CREATE TABLE sim.clock (ahead interval NOT NULL);
    INSERT INTO sim.clock VALUES ('0');
    CREATE FUNCTION sim.now() RETURNS timestamptz LANGUAGE sql STABLE
      AS 'SELECT pg_catalog.now() + ahead FROM sim.clock';
    CREATE FUNCTION sim.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
      AS 'SELECT pg_catalog.clock_timestamp() + ahead FROM sim.clock';
    GRANT USAGE ON SCHEMA sim TO PUBLIC;
    GRANT SELECT ON sim.clock TO PUBLIC;
    GRANT UPDATE ON sim.clock TO daftar_system;
    DO $$
    DECLARE place record;
    BEGIN
      EXECUTE format('ALTER DATABASE %I SET search_path = sim, public, pg_catalog', current_database());
      FOR place IN SELECT oid::regprocedure AS name FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace AND proowner = current_user::regrole
          AND array_to_string(proconfig, ',') LIKE '%search_path=%'
      LOOP
        EXECUTE format('ALTER FUNCTION %s SET search_path = sim, public, pg_catalog, pg_temp', place.name);
      END LOOP;
      FOR place IN SELECT table_name, column_name FROM information_schema.columns
        WHERE table_schema = 'public' AND column_default = 'CURRENT_TIMESTAMP'
      LOOP
        EXECUTE format('ALTER TABLE %I ALTER %I SET DEFAULT sim.now()', place.table_name, place.column_name);
      END LOOP;
    END $$;
    SET search_path = sim, public, pg_catalog`);
}

/** Moves the clock of the test process and of the database forward by `ms`. */
export async function passTime(ms: number): Promise<void> {
  await systemQuery(`UPDATE sim.clock SET ahead = $1 * interval '1 ms'`, [aheadMs + ms]);
  aheadMs += ms;
}

/** Makes the test process use the real clock again. */
export function giveTimeBack(): void {
  globalThis.Date = RealDate;
  aheadMs = 0;
}
