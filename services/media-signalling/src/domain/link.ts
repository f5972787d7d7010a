import { stricterOf, type IceTransportPolicy } from './ice-transport-policy.js'
import type { Policies } from './next-session.js'
import { connects, policyOf, type PeerSession } from './peer-session.js'
import { isAmong, type WatchSession } from './watch-session.js'

/** What a signal runs over, and which way. */
export type Link = 'players' | 'player-to-watcher' | 'watcher-to-player'

/** The link from one socket to another; undefined where there is none, as between two watchers. */
export function linkBetween(session: PeerSession | undefined, from: string, to: string): Link | undefined {
  if (connects(session, from, to)) return 'players'
  return session?.watching && watchLink(session.watching, from, to)
}

function watchLink({ players, watchers }: WatchSession, from: string, to: string): Link | undefined {
  if (isAmong(players, from) && isAmong(watchers, to)) return 'player-to-watcher'
  return isAmong(watchers, from) && isAmong(players, to) ? 'watcher-to-player' : undefined
}

/** The policy that a link is held to by a process with policies of its own. */
export const policyOver = (link: Link, session: PeerSession, own: Policies): IceTransportPolicy =>
  link === 'players' ? policyOf(session, own.players) : stricterOf(session.watching?.policy ?? 'relay', own.watchers)
