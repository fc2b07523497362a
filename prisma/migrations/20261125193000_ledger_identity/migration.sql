-- Expand: which deployment this database belongs to, and where it was when it last met its ledger
-- (docs/decisions/secret-ledger.md). Both are unknown until the first start, and the previous release writes neither.
ALTER TABLE "ledger_state" ADD COLUMN "deployment" TEXT, ADD COLUMN "place" TEXT;
