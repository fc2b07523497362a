-- migrate: no transaction
ALTER TABLE installs VALIDATE CONSTRAINT installs_default_role_check;
