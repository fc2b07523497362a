-- Expand: keeps the largest amount that an earlier answer of a stop reported as collected. The driver's link can replace
-- an answer `paid`, and the amount must not disappear before a user with the right to post cash has seen it.
ALTER TABLE delivery_stops ADD COLUMN earlier_paid_minor BIGINT;
