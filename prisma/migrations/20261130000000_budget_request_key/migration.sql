-- Replaces the foreign key of budget_requests by one without ON UPDATE CASCADE, because Citus refuses this action on a
-- table that is distributed by the key. No statement changes an install id. The new foreign key is NOT VALID, because a
-- validation would read all rows while both tables are locked. The next migration validates it.
ALTER TABLE budget_requests ADD CONSTRAINT budget_requests_install_id_fkey_new
  FOREIGN KEY (install_id) REFERENCES budgets (install_id) ON DELETE CASCADE NOT VALID;
ALTER TABLE budget_requests DROP CONSTRAINT budget_requests_install_id_fkey;
ALTER TABLE budget_requests RENAME CONSTRAINT budget_requests_install_id_fkey_new TO budget_requests_install_id_fkey;
