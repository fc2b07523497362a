-- Number of all wrong tries at the digits of the phone number with the current link of a quote. The column `tries` has
-- only the wrong tries in sequence. Wrong tries from before this migration are not counted. The constant default makes
-- the statement fast: PostgreSQL changes no row, and locks the table (ACCESS EXCLUSIVE) only for a moment.
ALTER TABLE "quotes" ADD COLUMN "wrong_tries" INTEGER NOT NULL DEFAULT 0;
