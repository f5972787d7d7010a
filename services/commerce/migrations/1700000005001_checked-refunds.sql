-- Up Migration

ALTER TABLE orders VALIDATE CONSTRAINT orders_status_check;
ALTER TABLE payment_events VALIDATE CONSTRAINT payment_events_kind_check;
ALTER TABLE payment_events VALIDATE CONSTRAINT payment_events_refund_check;
ALTER TABLE ledger_transactions VALIDATE CONSTRAINT ledger_transactions_kind_check;
