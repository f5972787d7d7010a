import type { Assumptions } from './assumptions.js'
import type { Costs, Work } from './costs.js'

/** What so many players at once do. */
export interface Demand {
  /** How many are online, each with one socket. */
  readonly players: number
  readonly rooms: number
  readonly lobby: number
  readonly battlesPerSecond: number
  readonly roundsPerSecond: number
  /** Times a second, or for what only has to be there how many there are. */
  readonly work: Readonly<Record<Work, number>>
}

const MINUTE = 60
const HOUR = 3_600
/** Each gateway reads the list of rooms at most twice a second (ROOM_LIST_INTERVAL_MS), and does so where rooms change all the time. */
const LISTS_PER_SECOND = 2

/** Seconds from the beginning of a battle to the beginning of the next one in the same seats, on average. */
const cycleSeconds = (a: Assumptions): number => roundsOf(a) * a.roundSeconds + a.voteSeconds + a.betweenSeconds

/** Rounds of a battle, on average. */
const roundsOf = (a: Assumptions): number =>
  ((a.rushShare * a.rushMinutes + (1 - a.rushShare) * a.staminaMinutes) * MINUTE) / a.roundSeconds

/** `gateways`: how many of them read the list of rooms. */
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
  // A list is only handed on if it has changed, and at most as often as rooms change.
  const changes = Math.min(LISTS_PER_SECOND, encounters * 2)
  return {
    players,
    rooms,
    lobby,
    battlesPerSecond: battles,
    roundsPerSecond: rounds,
    work: {
      'sign-in': visits * a.signInShare,
      'REST read': (players * a.readsPerMinute) / MINUTE,
      'socket opened': visits + reconnects,
      'room list read': changes * gateways,
      'room list handed on': changes * lobby,
      'room opened': opened,
      'room joined': opened,
      // Who finds somebody by quick match leaves a room as well.
      'room left': encounters * 2,
      match: encounters * a.matchShare,
      'battle beside its rounds': battles,
      round: rounds,
      'chat line, one gateway': lines * (1 - a.acrossShare),
      'chat line, two gateways': lines * a.acrossShare,
      // Half of those who come back had somebody to see.
      signal: (encounters + (reconnects * a.seatedShare) / 2) * a.signalsPerPairing,
      save: battles * a.savesPerBattle,
      purchase: (players * a.purchasesPerHour) / HOUR,
      'clip read': clips * (1 - a.cdnHitShare),
      'socket, second': players,
      'battle that waits, second': rooms,
    },
  }
}

/** What all work together needs of something each second: processor microseconds, messages, bytes. */
export function loadOf({ work }: Pick<Demand, 'work'>, costs: Costs, measure: string): number {
  return Object.entries(work).reduce((sum, [name, times]) => sum + times * costs.of(name as Work, measure), 0)
}

/** The part of a sum that one kind of work makes, from 0 to 1. */
export function shareOf({ work }: Pick<Demand, 'work'>, costs: Costs, measure: string, name: Work): number {
  const whole = loadOf({ work }, costs, measure)
  return whole === 0 ? 0 : (work[name] * costs.of(name, measure)) / whole
}

/** How many processes hear what is told to all of their kind. */
interface Hearers {
  readonly gateway: number
  readonly signalling: number
}

/** Every gateway hears of every change of the room list (kla.lobby.changed), every media-signalling pod of every seat (kla.room.*.seats). */
export function fanOutOf({ work }: Pick<Demand, 'work'>, { gateway, signalling }: Hearers): number {
  // A match opens a room and seats two; who opens a room takes a seat; each of these and each departure is news.
  const changes = work['room opened'] + work['room joined'] + work['room left'] + work.match * 3
  return changes * (gateway + signalling)
}

/** Messages that NATS takes in and gives out each second. */
export const messagesOf = (demand: Demand, costs: Costs, hearers: Hearers): number =>
  loadOf(demand, costs, 'nats.in') + loadOf(demand, costs, 'nats.out') + fanOutOf(demand, hearers)
