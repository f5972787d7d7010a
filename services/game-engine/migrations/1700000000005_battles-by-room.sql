-- no transaction
-- For a report: the last battle of a room.
DROP INDEX CONCURRENTLY IF EXISTS battles_by_room;
CREATE INDEX CONCURRENTLY battles_by_room ON battles (room_id, ended_at);
