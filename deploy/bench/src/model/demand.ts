import { ROOM_LIST_MAX } from '@kla/proto/web'
import type { Assumptions } from './assumptions.js'
import type { Costs, Work } from './costs.js'

/** Load of so many players. */
export interface Demand {
  readonly players: number
  readonly rooms: number
  readonly lobby: number
  readonly battlesPerSecond: number
  /** Time from the beginning of a battle to that of the room's next one. */
  readonly cycleSeconds: number
  readonly roundsPerSecond: number
  /** Rate a second; for presence, the number. */
  readonly work: Readonly<Record<Work, number>>
}

const MINUTE = 60
const HOUR = 3_600
/** ROOM_LIST_INTERVAL_MS: two reads a second for each gateway. */
const LISTS_PER_SECOND = 2
/** Changes of a listed room: it opens, is full, and closes. Rooms of matches are not listed. */
const LIST_CHANGES = 3

const cycleSeconds = (a: Assumptions): number => roundsOf(a) * a.roundSeconds + a.voteSeconds + a.betweenSeconds

const roundsOf = (a: Assumptions): number =>
  ((a.rushShare * a.rushMinutes + (1 - a.rushShare) * a.staminaMinutes) * MINUTE) / a.roundSeconds

export function demandOf(players: number, a: Assumptions, gateways: number): Demand {
  const rooms = (players * a.seatedShare) / 2
  const lobby = players * a.lobbyShare
  const battles = rooms / cycleSeconds(a)
  const encounters = battles * (1 - a.rematchShare)
  const opened = encounters * (1 - a.matchShare)
  const rounds = battles * roundsOf(a)
  const lines = (players * a.seatedShare * a.chatLinesPerMinute) / MINUTE
  const visits = players / (a.sessionMinutes * MINUTE)
  const reconnects = (players * a.reconnectsPerHour) / HOUR
  const clips = rounds * 2 * a.clipsPerRound * (1 - a.browserCacheShare)
  const publishedLists = Math.min(LISTS_PER_SECOND, opened * LIST_CHANGES)
  const listChanges = Math.min(opened * LIST_CHANGES, LISTS_PER_SECOND * ROOM_LIST_MAX)
  return {
    players,
    rooms,
    lobby,
    battlesPerSecond: battles,
    cycleSeconds: cycleSeconds(a),
    roundsPerSecond: rounds,
    work: {
      'sign-in': visits * a.signInShare,
      'REST read': (players * a.readsPerMinute) / MINUTE,
      'socket opened': visits + reconnects,
      'room list read': publishedLists * gateways,
      // Those who come, and those who leave a room.
      'room list forwarded': visits + encounters * 2,
      'room changes forwarded': publishedLists * lobby,
      'room in a change forwarded': listChanges * lobby,
      'room opened': opened,
      'room joined': opened,
      // A quick match leaves a room as well.
      'room left': encounters * 2,
      match: encounters * a.matchShare,
      'battle beside its rounds': battles,
      round: rounds,
      'chat line, one gateway': lines * (1 - a.acrossShare),
      'chat line, two gateways': lines * a.acrossShare,
      // Half of those who reconnect have an opponent.
      signal: (encounters + (reconnects * a.seatedShare) / 2) * a.signalsPerPairing,
      save: battles * a.savesPerBattle,
      purchase: (players * a.purchasesPerHour) / HOUR,
      'clip read': clips * (1 - a.cdnHitShare),
      'socket, second': players,
      'battle that waits, second': rooms,
    },
  }
}

export function loadOf({ work }: Pick<Demand, 'work'>, costs: Costs, measure: string): number {
  return Object.entries(work).reduce((sum, [name, times]) => sum + times * costs.of(name as Work, measure), 0)
}

export function shareOf({ work }: Pick<Demand, 'work'>, costs: Costs, measure: string, name: Work): number {
  const whole = loadOf({ work }, costs, measure)
  return whole === 0 ? 0 : (work[name] * costs.of(name, measure)) / whole
}

interface Hearers {
  readonly gateway: number
  readonly signalling: number
}

/** Every gateway consumes kla.lobby.changed, every media-signalling pod kla.room.*.seats. */
export function fanOutOf({ work }: Pick<Demand, 'work'>, { gateway, signalling }: Hearers): number {
  // A match opens a room and seats two.
  const changes = work['room opened'] + work['room joined'] + work['room left'] + work.match * 3
  return changes * (gateway + signalling)
}

export const messagesOf = (demand: Demand, costs: Costs, hearers: Hearers): number =>
  loadOf(demand, costs, 'nats.in') + loadOf(demand, costs, 'nats.out') + fanOutOf(demand, hearers)
