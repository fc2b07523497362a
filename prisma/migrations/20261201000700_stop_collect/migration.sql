-- Expand: keeps the amount that the merchant typed for the driver, for an order of which a part was already sent. The open
-- amount of the order stays in due_minor, because a confirmation compares it with the cash notebook.
ALTER TABLE delivery_stops ADD COLUMN collect_minor BIGINT;
