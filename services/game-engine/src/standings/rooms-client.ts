import { createGrpcClient, type Identity, type Logger, type Metrics } from '@kla/chassis'
import { MeetingsServiceService } from '@kla/proto'

/** Reports leaderboard accounts, so that players may block them. */
export interface PublicNames {
  note(accountIds: readonly number[]): Promise<void>
  close(): void
}

/** Short, because rooms keeps names for a day. */
const AGAIN_AFTER_MS = 10 * 60_000
const WITHIN_MS = 500
const REPORTED_MAX = 20_000

export function createPublicNames(options: {
  address: string
  identity: Identity
  metrics: Metrics
  log: Logger
  now: () => number
}): PublicNames {
  const { address, identity, metrics, log, now } = options
  const client = createGrpcClient({ definition: MeetingsServiceService, address, identity, metrics })
  const reportedAtMs = new Map<number, number>()
  return {
    async note(accountIds) {
      const nowMs = now()
      const fresh = [...new Set(accountIds)].filter(
        (id) => nowMs - (reportedAtMs.get(id) ?? -Infinity) > AGAIN_AFTER_MS,
      )
      if (fresh.length === 0) return
      try {
        await client.notePublicNames({ accountIds: fresh }, { deadlineMs: WITHIN_MS })
        if (reportedAtMs.size > REPORTED_MAX) reportedAtMs.clear()
        for (const id of fresh) reportedAtMs.set(id, nowMs)
      } catch (err) {
        log.warn({ err }, 'leaderboard names not reported')
      }
    },
    close: () => client.close(),
  }
}
