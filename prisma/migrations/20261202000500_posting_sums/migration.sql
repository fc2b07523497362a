-- Expand: a posting keeps the number of its orders and its sums, so that the list of postings need not read all their
-- entries. Both columns are null in postings of an earlier release, whose entries are summed at each read.
ALTER TABLE cash_postings ADD COLUMN order_count INTEGER, ADD COLUMN sums JSONB;
