-- migrate: no transaction
-- Finds the orders of a remittance sheet by their tracking numbers. The expression instead of the column install_id keeps
-- the planner from using another index, and the expression differs from that of orders_search, so that the text search
-- never uses this index.
CREATE INDEX CONCURRENTLY orders_by_tracking ON orders USING gin (('tracking ' || install_id), tracking_keys(detail))
  WITH (gin_pending_list_limit = 512) WHERE deleted_at IS NULL;
