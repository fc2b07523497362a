-- To answer a quote, a customer types the last four digits of the phone number. This column counts how often wrong
-- digits were typed on the page of the quote's current link. The column `tries` counts only wrong digits in sequence.
-- Wrong digits from before this migration are not counted. The constant default makes the statement fast: PostgreSQL
-- changes no row, and locks the table (ACCESS EXCLUSIVE) only for a moment.
ALTER TABLE "quotes" ADD COLUMN "wrong_tries" INTEGER NOT NULL DEFAULT 0;
