import { type CallContext, createConcurrencyLimiter, newId } from '@kla/chassis'
import type { Room } from '@kla/proto'
import type { Claimed, WatchLeases } from './lease-store.js'
import { isPermitted, type WatchSession } from './rules.js'

export interface RenewalDeps {
  readonly leases: Pick<WatchLeases, 'claim' | 'drop'>
  readonly getRoom: (roomId: string, context: CallContext) => Promise<Room | undefined>
  readonly applyRoom: (roomId: string, room: Room) => Promise<WatchSession | undefined>
  /** Resolves when NATS answers: renewals must not queue and arrive late. */
  readonly reachNats: () => Promise<void>
  readonly publish: (roomId: string, watching: WatchSession) => void
  readonly renewalMs: number
  readonly onFailure: (error: unknown) => void
  readonly uptimeMs?: () => number
}

const CLAIM_MAX = 200
const RUNNING_MAX = 32

/** Renews leases only where the current record permits the watchers. */
export function createRenewal(deps: RenewalDeps): () => Promise<void> {
  const {
    leases,
    getRoom,
    applyRoom,
    reachNats,
    publish,
    renewalMs,
    onFailure,
    uptimeMs = () => performance.now(),
  } = deps
  const limited = createConcurrencyLimiter({ running: RUNNING_MAX, waiting: CLAIM_MAX, refusal: 'UNAVAILABLE' })

  const renew = async (roomId: string): Promise<boolean> => {
    const askedAtMs = uptimeMs()
    const room = await getRoom(roomId, { requestId: newId() })
    if (!room) return false
    const watching = await applyRoom(roomId, room)
    if (!watching || watching.watchers.length === 0) return false
    // A paused process has no fresh information.
    const fresh = uptimeMs() - askedAtMs < renewalMs
    if (fresh && isPermitted(watching, room)) publish(roomId, watching)
    return true
  }

  const renewAll = async ({ roomIds, dueAtMs }: Claimed): Promise<void> => {
    const kept = await Promise.all(
      roomIds.map((roomId) =>
        limited(() => renew(roomId)).catch((error: unknown) => {
          onFailure(error)
          return true
        }),
      ),
    )
    await leases.drop({ roomIds: roomIds.filter((_, index) => !kept[index]), dueAtMs })
  }

  return async () => {
    for (;;) {
      await reachNats()
      const claimed = await leases.claim(CLAIM_MAX)
      await renewAll(claimed)
      if (claimed.roomIds.length < CLAIM_MAX) return
    }
  }
}
