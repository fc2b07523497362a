-- Expand: a row without customer_enc says that a user erased the customer of this order. The row stays, so that the
-- next read of the order does not store the customer again (docs/decisions/known-customers.md).
ALTER TABLE "order_customers" ALTER COLUMN "customer_enc" DROP NOT NULL;
