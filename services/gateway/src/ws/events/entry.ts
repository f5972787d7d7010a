import { KlaError } from '@kla/chassis'
import type { LostConnection } from '@kla/proto'
import type { Connection } from '../connection/connection.js'
import type { GatewayLease } from '../gateway-lease.js'
import type { Admission } from '../overload/admission.js'
import type { Turn } from '../overload/fair-queue.js'
import type { Hub } from '../rooms/hub.js'
import type { Member } from '../rooms/member.js'
import type { HubRoom } from '../rooms/room.js'

/** What players and watchers need to enter a room. */
export interface EntryDeps {
  readonly gatewayId: string
  readonly hub: Pick<Hub, 'at' | 'enter' | 'roomOf'>
  readonly lease: Pick<GatewayLease, 'connectionLost'>
  readonly admission: Pick<Admission, 'entries' | 'reads'>
}

export const seatConnection = ({ socketId }: Connection, { gatewayId }: Pick<EntryDeps, 'gatewayId'>) => ({
  socketId,
  gatewayId,
})

export const turnOf = ({ network, session }: Connection): Turn => ({ network, accountId: session?.account.id })

const UNDECIDED: ReadonlySet<string> = new Set(['unavailable', 'deadline_exceeded', 'internal'])

/** True if the outcome of the failed call is unknown. */
export const isUndecided = (error: unknown): boolean => UNDECIDED.has(KlaError.from(error).code)

/** More than a page tries before it gives up. */
const UNDECIDED_MAX = 8

/**
 * Makes a call to rooms that may seat the connection. If its outcome is unknown, the seat is reported lost once the
 * connection closes or enters another room.
 */
export async function placing<T>(
  deps: Pick<EntryDeps, 'lease'>,
  connection: Connection,
  { roomId, accountId }: Pick<LostConnection, 'roomId' | 'accountId'>,
  call: Promise<T>,
): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (isUndecided(error)) {
      connection.undecided.set(roomId, { roomId, accountId, socketId: connection.socketId })
      reportUndecided(deps, connection, connection.closed ? 0 : UNDECIDED_MAX)
    }
    throw error
  }
}

/** Reports the seats that the connection may have, except the newest `keep`. */
export function reportUndecided(
  { lease }: Pick<EntryDeps, 'lease'>,
  { undecided }: Pick<Connection, 'undecided'>,
  keep = 0,
): void {
  for (const [roomId, lost] of [...undecided].slice(0, Math.max(0, undecided.size - keep))) {
    undecided.delete(roomId)
    lease.connectionLost(lost)
  }
}

/** Sends the room's state once admitted. */
export function arrive(
  { admission }: Pick<EntryDeps, 'admission'>,
  connection: Connection,
  room: HubRoom,
  member: Member,
): void {
  admission.reads
    .run({ owner: connection, turn: turnOf(connection) }, () => room.arrived(member))
    .catch(() => {
      if (room.has(member)) room.resync.start([member])
    })
}

/** Detaches the connection from its former room. */
export function leaveFormer(
  { hub, lease }: Pick<EntryDeps, 'hub' | 'lease'>,
  connection: Connection,
  room: HubRoom,
): void {
  connection.undecided.delete(room.roomId)
  reportUndecided({ lease }, connection)
  const { member: former } = connection
  if (!former || (former.roomId === room.roomId && !former.watching)) return
  hub.roomOf(former)?.detach(former)
  const { roomId, accountId, socketId } = former
  if (former.watching) lease.connectionLost({ roomId, accountId, socketId })
}
