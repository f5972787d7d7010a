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
  { member: former }: Connection,
  room: HubRoom,
): void {
  if (!former || (former.roomId === room.roomId && !former.watching)) return
  hub.roomOf(former)?.detach(former)
  const { roomId, accountId, socketId } = former
  if (former.watching) lease.connectionLost({ roomId, accountId, socketId })
}
