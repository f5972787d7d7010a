import type { IceTransportPolicy } from './ice-transport-policy.js'
import { pairUp, type PeerSession } from './peer-session.js'
import type { RoomSnapshot } from './room-snapshot.js'
import { watchingAfter } from './watch-session.js'

/** What the two players may learn of each other, and what players and watchers may. */
export interface Policies {
  readonly players: IceTransportPolicy
  readonly watchers: IceTransportPolicy
}

/** The session after a snapshot of its room, or undefined if the snapshot is no news. */
export function nextSession(
  session: PeerSession | undefined,
  room: RoomSnapshot,
  policies: Policies,
): PeerSession | undefined {
  const next = pairUp(session, room, policies.players)
  const watching = next && watchingAfter(session?.watching, room, policies.watchers)
  return watching ? { ...next, watching } : next
}

/** Whether somebody is to hear of a connection that has not. */
export const isUntold = ({ pair, announced, watching }: PeerSession): boolean =>
  (pair !== null && !announced) || watching?.announced === false

/** The session once everybody has heard. */
export const asTold = (session: PeerSession): PeerSession => ({
  ...session,
  announced: true,
  ...(session.watching ? { watching: { ...session.watching, announced: true } } : {}),
})
