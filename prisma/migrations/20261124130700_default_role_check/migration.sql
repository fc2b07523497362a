-- migrate: no transaction
-- Validates the constraint that the previous migration added as NOT VALID. The statement reads all rows of installs,
-- but its lock (SHARE UPDATE EXCLUSIVE) blocks neither reads nor writes.
ALTER TABLE installs VALIDATE CONSTRAINT installs_default_role_check;
