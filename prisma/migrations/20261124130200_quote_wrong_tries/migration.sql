-- The sum of wrong digits of a link; `tries` counts those in a row. Wrong digits from before this migration are not in it.
ALTER TABLE "quotes" ADD COLUMN "wrong_tries" INTEGER NOT NULL DEFAULT 0;
