-- Keeps the orders of the cash notebook with each write of the mirror. An order that is already in the mirror enters
-- with its next read, at the latest with the next full sweep.
CREATE TRIGGER cash_orders_inserted AFTER INSERT ON orders REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_cash();
CREATE TRIGGER cash_orders_updated AFTER UPDATE ON orders
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_cash();
