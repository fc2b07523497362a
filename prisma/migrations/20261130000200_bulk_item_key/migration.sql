-- Replaces the foreign key of bulk_items by one without ON UPDATE CASCADE, because Citus refuses this action on a table
-- that is distributed by a column of the key. No statement changes the key of a bulk run. The new foreign key is NOT
-- VALID, because a validation would read all rows while both tables are locked. The next migration validates it.
ALTER TABLE bulk_items ADD CONSTRAINT bulk_items_install_id_run_id_fkey_new
  FOREIGN KEY (install_id, run_id) REFERENCES bulk_runs (install_id, id) ON DELETE CASCADE NOT VALID;
ALTER TABLE bulk_items DROP CONSTRAINT bulk_items_install_id_run_id_fkey;
ALTER TABLE bulk_items RENAME CONSTRAINT bulk_items_install_id_run_id_fkey_new TO bulk_items_install_id_run_id_fkey;
