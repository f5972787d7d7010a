import type { EngineMetrics } from '../metrics.js'
import type { Taken } from '../store/pending-store.js'

/** How much waits, and for how long: of announcements, or of settlements. */
export function measurePending(gauges: EngineMetrics['announcements'], shards: readonly Taken[]): void {
  gauges.pending.set(shards.reduce((sum, shard) => sum + shard.pending, 0))
  gauges.overdue.set(Math.max(...shards.map((shard) => shard.overdueMs)) / 1000)
}

export function measureRooms(metrics: EngineMetrics, shards: readonly Taken[]): void {
  const rooms = new Map<string, number>()
  for (const [phase, count] of shards.flatMap((shard) => Object.entries(shard.rooms))) {
    rooms.set(phase, (rooms.get(phase) ?? 0) + count)
  }
  for (const [phase, count] of rooms) metrics.rooms.set({ phase }, count)
}
