-- What the purge looks for, and the health of an install shows: small, whatever the tables have grown to.
CREATE INDEX inbox_with_body ON inbox (received_at) WHERE body IS NOT NULL AND state NOT IN ('stored', 'quarantined');
CREATE INDEX inbox_quarantined ON inbox (install_id, received_at) WHERE state = 'quarantined';
CREATE INDEX operations_ended ON operations (install_id, ended_at DESC) WHERE ended_at IS NOT NULL;

-- Old ones are removed across installs.
GRANT SELECT, DELETE ON drifts TO daftar_system;
CREATE POLICY system ON drifts TO daftar_system USING (true) WITH CHECK (true);
