-- migrate: no transaction
-- Validates the foreign key that the previous migration added as NOT VALID. The lock of the statement blocks neither
-- reads nor writes of rows.
ALTER TABLE bulk_items VALIDATE CONSTRAINT bulk_items_install_id_run_id_fkey;
