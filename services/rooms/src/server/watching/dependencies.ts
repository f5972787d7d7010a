import type { Rooms } from '../../room/rooms.js'
import type { GatewayLeases } from '../../store/gateway-leases.js'
import type { Watching } from '../../watching/watch.js'

/** What the RPCs of watching work with. */
export interface WatchingDependencies {
  readonly rooms: Pick<Rooms, 'execute'>
  readonly watching: Watching
  readonly leases: Pick<GatewayLeases, 'know'>
  /** Unix milliseconds: until when bans last. */
  readonly now: () => number
}
