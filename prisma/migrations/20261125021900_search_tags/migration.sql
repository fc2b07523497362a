-- Adds the folded tags of each order to search_text, so that the search also finds tags. A line break separates the
-- tags from the rest of the text, which contains no line breaks because it is folded. The UPDATE runs as daftar_system,
-- because row security hides the rows from the owner of the table. So daftar_system gets the privilege UPDATE for this
-- migration only. The UPDATE locks each order that has tags until the migration ends.
GRANT UPDATE ON orders TO daftar_system;
SET LOCAL ROLE daftar_system;
UPDATE orders SET search_text = split_part(search_text, E'\n', 1) || E'\n'
    || (SELECT string_agg(fold_tag(tag), ' ' ORDER BY place) FROM unnest(tags) WITH ORDINALITY AS t (tag, place))
  WHERE tags <> '{}';
RESET ROLE;
REVOKE UPDATE ON orders FROM daftar_system;
