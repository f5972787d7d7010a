import { MET_LIST_MAX } from '@kla/proto/web'
import type { Rooms, SeatPointers } from '../seats/index.js'
import type { Incident } from '../shared/rules/incident.js'
import { companionsIn, incidentOf, MET_MAX, type Together } from './rules.js'
import type { MeetingStore } from './store.js'

/** A player whom the account has met. */
export interface MetPlayer {
  readonly accountId: number
  readonly meeting: Together
  readonly lastMs: number
}

/** Lists whom an account has met. */
export interface MetPlayers {
  list(accountId: number): Promise<readonly MetPlayer[]>
  /** Counts accounts that sat with the account within 24 hours. */
  count(accountId: number): Promise<number>
  /** Last player that sat with the account here. */
  lastSeatedWith(accountId: number, roomId: string): Promise<Incident | undefined>
}

export interface MetPlayersDeps {
  readonly meetings: Pick<MeetingStore, 'list'>
  readonly pointers: Pick<SeatPointers, 'find'>
  readonly rooms: Pick<Rooms, 'load'>
}

export const createMetPlayers = ({ meetings, pointers, rooms }: MetPlayersDeps): MetPlayers => ({
  async list(accountId) {
    const [{ nowMs, met }, pointer] = await Promise.all([
      meetings.list(accountId, MET_LIST_MAX),
      pointers.find(accountId),
    ])
    const open = new Set([
      ...(pointer ? [pointer.roomId] : []),
      ...met.filter(({ toMs }) => toMs === 0).map(({ roomId }) => roomId),
    ])
    const loaded = await Promise.all([...open].map((roomId) => rooms.load(roomId)))
    const players = new Map(
      met.map((kept): [string, MetPlayer] => [keyOf(kept.otherId, kept), playerOf(kept.otherId, kept, kept.lastMs)]),
    )
    for (const { room } of loaded) {
      for (const { otherId, meeting } of room ? companionsIn(room, accountId) : []) {
        players.set(keyOf(otherId, meeting), playerOf(otherId, meeting, nowMs))
      }
    }
    return [...players.values()].sort((one, other) => other.lastMs - one.lastMs).slice(0, MET_LIST_MAX)
  },

  async count(accountId) {
    const { met } = await meetings.list(accountId, MET_MAX)
    return new Set(met.filter(({ seated }) => seated).map(({ otherId }) => otherId)).size
  },

  async lastSeatedWith(accountId, roomId) {
    const { met } = await meetings.list(accountId, MET_MAX)
    const last = met.find((kept) => kept.roomId === roomId && kept.seated)
    return last && incidentOf(accountId, last.otherId, last, last.lastMs)
  },
})

const keyOf = (accountId: number, { alias = accountId }: Together): string => `${accountId}:${alias}`

const playerOf = (accountId: number, meeting: Together, lastMs: number): MetPlayer => ({ accountId, meeting, lastMs })
