-- Expand: the id of the deployment of this database, and the place of the database at its last contact with the ledger
-- (docs/decisions/secret-ledger.md). Both are unknown until the first start, and the previous release writes neither.
ALTER TABLE "ledger_state" ADD COLUMN "deployment" TEXT, ADD COLUMN "place" TEXT;
