import type { Cup, ListCupsResponse, Pass } from '@kla/proto'
import type { Clients } from '../shared/clients.js'
import { type PublicLeaderboard, readLeaderboard } from './leaderboard-reads.js'
import { SharedReads } from './shared-reads.js'

/** Reads shared by everyone for a second. */
export interface PublicReads {
  leaderboard(season: string): Promise<PublicLeaderboard>
  cups(): Promise<ListCupsResponse>
  cup(cupId: string): Promise<Cup>
  pass(): Promise<Pass>
  /** Makes a change show at once. */
  forgetCup(cupId: string): void
}

const KEPT_MS = 1_000
const ALL = ''

export function createPublicReads(
  { auth, standings, cups, battlePass }: Pick<Clients, 'auth' | 'standings' | 'cups' | 'battlePass'>,
  now: () => number,
): PublicReads {
  const shared = <Value>(read: (key: string) => Promise<Value>) => new SharedReads({ read, keptMs: KEPT_MS, now })
  const leaderboards = shared((season) => readLeaderboard({ auth, standings }, season))
  const lists = shared(() => cups.listCups({}))
  const single = shared((cupId) => cups.getCup({ cupId }))
  const passes = shared(() => battlePass.getPass({}))
  return {
    leaderboard: (season) => leaderboards.read(season),
    cups: () => lists.read(ALL),
    cup: (cupId) => single.read(cupId),
    pass: () => passes.read(ALL),
    forgetCup(cupId) {
      single.forget(cupId)
      lists.forget(ALL)
    },
  }
}
