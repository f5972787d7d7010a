-- no transaction
-- For a result: who has won lately between two players.
DROP INDEX CONCURRENTLY IF EXISTS battles_won_between;
CREATE INDEX CONCURRENTLY battles_won_between ON battles (low_id, high_id, ended_at) WHERE winner_id IS NOT NULL;
