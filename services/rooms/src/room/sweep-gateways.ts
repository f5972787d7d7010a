import type { GatewayLeases } from '../store/gateway-leases.js'
import { inBatches } from './in-batches.js'
import type { Rooms } from './rooms.js'

export interface GatewaySweepOptions {
  readonly rooms: Rooms
  readonly leases: GatewayLeases
  readonly leaseMs: number
  /** A clock that never goes back, milliseconds. */
  readonly uptimeMs?: () => number
}

const AT_ONCE = 50

/**
 * Puts all seats of gateways that have fallen silent into their grace. While Redis was away no gateway could renew, so
 * for the length of a lease after it is back (and after this pod's start) silence proves nothing.
 */
export function sweepGateways(options: GatewaySweepOptions): () => Promise<void> {
  const { rooms, leases, leaseMs, uptimeMs = () => performance.now() } = options
  let steadySinceMs: number | undefined

  const look = async (): Promise<void> => {
    if (steadySinceMs === undefined || uptimeMs() - steadySinceMs < leaseMs) {
      await leases.probe()
      steadySinceMs ??= uptimeMs()
      return
    }
    for (const gatewayId of await leases.silent()) {
      const roomIds = await leases.rooms(gatewayId)
      await inBatches(roomIds, AT_ONCE, (roomId) => rooms.execute(roomId, { kind: 'lose-gateway', gatewayId }))
      if (roomIds.length === 0) await leases.forget(gatewayId)
    }
  }

  return async () => {
    try {
      await look()
    } catch (error) {
      steadySinceMs = undefined
      throw error
    }
  }
}
