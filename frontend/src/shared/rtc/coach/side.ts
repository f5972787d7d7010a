import type { LinkBand, LinkSide } from '@kla/proto/web'
import { isWeak, type Reading } from './bands.js'

/** What an end knows about its own access apart from the call: round trips to the relay and to the gateway. */
export interface Witness {
  readonly relay: { readonly rttMs: number; readonly lossPercent: number } | null
  readonly gatewayRttMs: number | null
  /** True if bandwidth limits the picture that it sends. */
  readonly limited: boolean
}

interface Facts {
  readonly band: LinkBand | null
  readonly reading: Reading | null
  readonly own: Witness
  /** Null without a recent report of the opponent. */
  readonly theirs: Witness | null
}

/** One percent of loss weighs as much as 50 ms. */
const MS_PER_PERCENT = 50
const WEAK_RELAY = 4
const WEAK_GATEWAY_MS = 300
/** Where both accesses are weak, one worse by this factor is the cause. */
const CLEARLY = 2.5
/** Losses that distinguish the directions. */
const LOSSY_PERCENT = 4
const CLEAN_PERCENT = 2

const weightOf = ({ relay }: Witness): number | null => relay && relay.lossPercent + relay.rttMs / MS_PER_PERCENT

const gatewayIsWeak = ({ gatewayRttMs }: Witness): boolean => (gatewayRttMs ?? 0) >= WEAK_GATEWAY_MS

const ofGateways = (own: boolean, theirs: boolean): LinkSide | null =>
  own === theirs ? null : own ? 'yours' : 'theirs'

/**
 * Names the weak link. Both ends follow it with the same facts, so that they name the same one. `unknown` also while
 * nothing is wrong.
 */
export function sideOf({ band, reading, own, theirs }: Facts): LinkSide {
  if (!isWeak(band)) return 'unknown'
  if (theirs === null) return band === 'lost' ? alone(own) : gatewayIsWeak(own) ? 'yours' : 'unknown'
  const byGateways = ofGateways(gatewayIsWeak(own), gatewayIsWeak(theirs))
  const [mine, others] = [weightOf(own), weightOf(theirs)]
  if (mine !== null && others !== null) {
    const [weakHere, weakThere] = [mine >= WEAK_RELAY, others >= WEAK_RELAY]
    if (weakHere !== weakThere) return weakHere ? 'yours' : 'theirs'
    if (weakHere) return clearly(mine, others) ?? byGateways ?? (gatewayIsWeak(own) ? 'yours' : 'relay')
  }
  return byGateways ?? (reading === null ? 'unknown' : byDirection(reading, own, theirs))
}

const clearly = (mine: number, others: number): LinkSide | null =>
  mine >= CLEARLY * others ? 'yours' : others >= CLEARLY * mine ? 'theirs' : null

/** Judges while nothing arrives: whatever this end still reaches is not to blame. */
function alone(own: Witness): LinkSide {
  if (gatewayIsWeak(own)) return 'yours'
  if (own.gatewayRttMs === null) return 'unknown'
  const weight = weightOf(own)
  return weight === null ? 'unknown' : weight >= WEAK_RELAY ? 'relay' : 'theirs'
}

/** The upload of a home is usually the narrower direction. */
function byDirection({ lossInPercent, lossOutPercent }: Reading, own: Witness, theirs: Witness): LinkSide {
  if (own.limited && lossOutPercent >= LOSSY_PERCENT && lossInPercent < CLEAN_PERCENT) return 'yours'
  if (theirs.limited && lossInPercent >= LOSSY_PERCENT && lossOutPercent < CLEAN_PERCENT) return 'theirs'
  return 'unknown'
}
