-- What a closed install holds and nobody wants in its store's new one: kept to the end of its day, not offered again.
ALTER TABLE quotes ADD COLUMN left_behind_at timestamptz(3);
ALTER TABLE saved_views ADD COLUMN left_behind_at timestamptz(3);
