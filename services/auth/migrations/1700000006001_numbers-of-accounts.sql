-- Up Migration

-- Those that came before the trigger.
INSERT INTO account_numbers (number, account_id, shown_from)
SELECT id, id, created_at FROM accounts
ON CONFLICT (number) DO NOTHING;
