-- Returns orders whose search_text matches every pattern: at most `max_rows` rows, in no particular sort order. If
-- there may be more orders, a last row of nulls follows. Deleted orders are not returned.
--
-- Arguments: LIKE patterns of folded text (at least one, or the call is an error); the maximum number of rows.
-- Called by: lib/orders/list/order-statements.server.ts (U1).
-- It is SQL because only a function in the database can run as another role than its caller.
-- It runs as the role daftar_system, so that PostgreSQL uses the indexes of the search. For daftar_app, PostgreSQL
-- cannot use these indexes: it first removes the rows of other installs, which row security hides, and only then
-- compares texts. Otherwise, an error message of LIKE or of another function could show a hidden text. Instead of row
-- security, the function itself selects only rows of the install of the transaction. It raises an error if no install
-- is set (S25).
-- The searched words are parameters (USING) of the dynamic SQL, never a part of its text: PostgreSQL logs the text of a
-- statement that fails. EXECUTE plans with the values of the parameters, so it uses the same indexes as with literals.
CREATE OR REPLACE FUNCTION search_orders(patterns text[], max_rows integer)
RETURNS TABLE (
  id text, created_at timestamptz, order_number text, status text, payment_status text, source text
)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 100
SET search_path = pg_catalog, public, pg_temp
-- The query plan must not depend on the planner's statistics about texts. It must also not depend on planner settings
-- that the caller changed for its list queries.
SET enable_seqscan = off SET enable_bitmapscan = on SET jit = off
AS $$
DECLARE
  install text := nullif(current_setting('daftar.install_id', true), '');
  holds text;
  keys text[];
  found_rows bigint;
BEGIN
  IF install IS NULL THEN
    RAISE EXCEPTION 'no install is set' USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT string_agg(
      format('trigram_key(o.search_text) LIKE ($2)[%1$s] AND o.search_text LIKE ($3)[%1$s]', ordinal), ' AND '),
      array_agg(trigram_key(pattern) ORDER BY ordinal)
    INTO holds, keys FROM unnest(patterns) WITH ORDINALITY AS p (pattern, ordinal);
  IF holds IS NULL THEN
    RAISE EXCEPTION 'nothing is searched for' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  RETURN QUERY EXECUTE format(
    'SELECT o.id, o.created_at::timestamptz, o.order_number, o.status, o.payment_status, o.source FROM orders o
     WHERE o.install_id || '''' = $1 AND o.deleted_at IS NULL AND %s LIMIT %s', holds, max_rows)
    USING install, keys, patterns;
  GET DIAGNOSTICS found_rows = ROW_COUNT;
  IF found_rows >= max_rows THEN
    RETURN QUERY SELECT NULL::text, NULL::timestamptz, NULL::text, NULL::text, NULL::text, NULL::text;
  END IF;
END $$;
