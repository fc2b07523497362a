-- The user who saved the draft of a quote last. The column is null for drafts that were saved before this release, and
-- the form then names nobody.
ALTER TABLE quotes ADD COLUMN draft_actor_name text;
