import type { Blocked } from '../domain/blocked.js'
import type { Passcodes } from '../room/passcodes.js'
import type { PublicList } from '../room/public-list.js'
import type { Rooms } from '../room/rooms.js'
import type { SitDown } from '../room/seating.js'
import type { GatewayLeases } from '../store/gateway-leases.js'

/** What the RPCs work with. */
export interface Dependencies {
  readonly rooms: Rooms
  readonly sitDown: SitDown
  readonly passcodes: Passcodes
  readonly blocked: Blocked
  readonly publicList: PublicList
  readonly leases: GatewayLeases
  readonly leaseMs: number
  /** Unix milliseconds: until when bans last. */
  readonly now: () => number
}
