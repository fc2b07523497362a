-- What the charts of the home screen sum up (lib/orders/charts/read-order-charts.server.ts). Currency and decimals are made of
-- the header by the database; with them in the index the sales of a month are read without a look at any row.
ALTER TABLE orders
  ADD COLUMN currency text GENERATED ALWAYS AS (header #>> '{total,currency}') STORED,
  ADD COLUMN decimals integer GENERATED ALWAYS AS ((header #>> '{total,decimals}')::integer) STORED;
CREATE INDEX orders_sold ON orders (install_id, created_at DESC) INCLUDE (status, currency, decimals, total_minor)
  WHERE deleted_at IS NULL;
