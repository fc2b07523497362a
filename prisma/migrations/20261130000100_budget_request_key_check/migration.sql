-- migrate: no transaction
-- Validates the foreign key that the previous migration added as NOT VALID. The lock of the statement blocks neither
-- reads nor writes of rows.
ALTER TABLE budget_requests VALIDATE CONSTRAINT budget_requests_install_id_fkey;
