-- The search also finds tags. search_text has them after a line break; folded text has no line break (orders).
GRANT UPDATE ON orders TO daftar_system;
SET LOCAL ROLE daftar_system;
UPDATE orders SET search_text = split_part(search_text, E'\n', 1) || E'\n'
    || (SELECT string_agg(fold_tag(tag), ' ' ORDER BY place) FROM unnest(tags) WITH ORDINALITY AS t (tag, place))
  WHERE tags <> '{}';
RESET ROLE;
REVOKE UPDATE ON orders FROM daftar_system;
