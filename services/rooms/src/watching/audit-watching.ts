import { newId } from '@kla/chassis'
import type { Room, Watcher } from '../domain/room.js'
import { cupAudited } from '../server/cups/cup-audited.js'
import type { RecordFact } from '../store/cups/fact-recorder.js'
import type { Judge } from './watch.js'

/** Told to the audit log before a judge sees anything. `now`: Unix milliseconds. */
export const recordWatchBegin =
  (recordFact: RecordFact, now: () => number) =>
  async ({ tie }: Room, { id, name, requestId }: Judge): Promise<void> => {
    if (!tie) return
    const by = { administrator: { id, name }, call: { requestId }, atMs: now() }
    await recordFact(cupAudited('cups.watch-begin', tie.cupId, { tieId: tie.tieId }, by))
  }

/** Told to the audit log once judges do not see the room any more, with how many seconds they did, however that ended. */
export const recordWatchEnd =
  (recordFact: RecordFact) =>
  async ({ tie }: Room, judges: readonly Watcher[], nowMs: number): Promise<void> => {
    for (const { administrator, sinceMs } of judges) {
      if (!tie || !administrator) continue
      const seconds = Math.max(0, Math.ceil((nowMs - sinceMs) / 1_000))
      const by = { administrator, call: { requestId: newId() }, atMs: nowMs }
      await recordFact(cupAudited('cups.watch-end', tie.cupId, { tieId: tie.tieId, seconds }, by))
    }
  }
