-- Up Migration

-- How the player name looks, whatever script it is written in. Null: of a name from before.
ALTER TABLE accounts ADD COLUMN name_skeleton text;
