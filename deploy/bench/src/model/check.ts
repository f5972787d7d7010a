import type { Assumptions } from './assumptions.js'
import { demandOf } from './demand.js'
import { playOut, type PlayOutOptions } from './play-out.js'

export interface Compared {
  readonly name: string
  readonly formula: number
  readonly counted: number
  readonly difference: number
  /** Four standard deviations of such a count. */
  readonly tolerance: number
}

const DEVIATIONS = 4

/** The model's rates beside those of a simulated crowd. */
export function check(a: Assumptions, options: PlayOutOptions): readonly Compared[] {
  const happened = playOut(a, options)
  const { work, battlesPerSecond, roundsPerSecond, rooms } = demandOf(options.players, a, 1)
  const encounters = battlesPerSecond * (1 - a.rematchShare)
  const reconnects = (options.players * a.reconnectsPerHour) / 3_600
  const lines = work['chat line, one gateway'] + work['chat line, two gateways']
  /** `like`: independent things, if fewer than counted. */
  const compare = (name: string, formula: number, counted: number, like = 1): Compared => ({
    name,
    formula,
    counted: counted / happened.seconds,
    difference: Math.abs(counted / happened.seconds - formula) / formula,
    tolerance: (DEVIATIONS * Math.sqrt(like)) / Math.sqrt(formula * happened.seconds),
  })
  return [
    compare('battles', battlesPerSecond, happened.battles),
    // Rounds come with battles of random length, which doubles their variance.
    compare('rounds', roundsPerSecond, happened.rounds, (2 * roundsPerSecond) / battlesPerSecond),
    compare('encounters', encounters, happened.encounters),
    compare('matches', work.match, happened.matches),
    compare('chat lines', lines, happened.lines),
    // A pair is on one gateway or two for all its lines.
    compare('chat lines across', work['chat line, two gateways'], happened.linesAcross, (2 * lines) / encounters),
    compare('reconnects', reconnects, happened.reconnects),
    compare('visits', work['socket opened'] - reconnects, happened.visits),
    compare('sign-ins', work['sign-in'], happened.signIns),
    compare('clips from the origin', work['clip read'], happened.clipsFromOrigin, 2 * a.clipsPerRound),
    {
      name: 'rooms on relays',
      formula: rooms * a.relayShare,
      counted: happened.relayedRooms.mean,
      difference: Math.abs(happened.relayedRooms.mean - rooms * a.relayShare) / (rooms * a.relayShare),
      tolerance: DEVIATIONS / Math.sqrt(rooms * a.relayShare),
    },
  ]
}
