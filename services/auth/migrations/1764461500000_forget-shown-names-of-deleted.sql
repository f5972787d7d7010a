-- Apart from the trigger, whose lock on accounts would hold up sign-ins meanwhile.
UPDATE account_numbers SET shown_name = NULL
 WHERE shown_name IS NOT NULL AND NOT EXISTS (SELECT FROM accounts WHERE id = account_id);
