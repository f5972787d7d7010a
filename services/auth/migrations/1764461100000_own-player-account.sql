-- The administrator's own player account, which moderation keeps from them. Null: none declared.
ALTER TABLE administrators ADD COLUMN player_id integer;
