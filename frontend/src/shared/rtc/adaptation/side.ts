import type { LinkBand, LinkSide } from '@kla/proto/web'
import { isWeak, type Reading } from './bands.js'

/** Round trips from one end to the relay and the gateway. */
export interface AccessMeasurement {
  readonly relay: { readonly rttMs: number; readonly lossPercent: number } | null
  readonly gatewayRttMs: number | null
  readonly limited: boolean
}

interface Facts {
  readonly band: LinkBand | null
  readonly reading: Reading | null
  readonly own: AccessMeasurement
  /** Null without a recent report. */
  readonly theirs: AccessMeasurement | null
}

/** One percent of loss weighs as much as 50 ms. */
const MS_PER_PERCENT = 50
const WEAK_RELAY = 4
const WEAK_GATEWAY_MS = 300
/** Factor that blames the worse of two weak accesses. */
const CLEARLY = 2.5
/** Loss that distinguishes the directions. */
const LOSSY_PERCENT = 4
const CLEAN_PERCENT = 2

const weightOf = ({ relay }: AccessMeasurement): number | null =>
  relay && relay.lossPercent + relay.rttMs / MS_PER_PERCENT

const gatewayIsWeak = ({ gatewayRttMs }: AccessMeasurement): boolean => (gatewayRttMs ?? 0) >= WEAK_GATEWAY_MS

const ofGateways = (own: boolean, theirs: boolean): LinkSide | null =>
  own === theirs ? null : own ? 'yours' : 'theirs'

/** Names the weak link; both ends judge the same facts. `unknown` also if nothing is wrong. */
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

/** Whatever this end still reaches is not to blame. */
function alone(own: AccessMeasurement): LinkSide {
  if (gatewayIsWeak(own)) return 'yours'
  if (own.gatewayRttMs === null) return 'unknown'
  const weight = weightOf(own)
  return weight === null ? 'unknown' : weight >= WEAK_RELAY ? 'relay' : 'theirs'
}

/** A home's upload is usually the narrower direction. */
function byDirection(
  { lossInPercent, lossOutPercent }: Reading,
  own: AccessMeasurement,
  theirs: AccessMeasurement,
): LinkSide {
  if (own.limited && lossOutPercent >= LOSSY_PERCENT && lossInPercent < CLEAN_PERCENT) return 'yours'
  if (theirs.limited && lossInPercent >= LOSSY_PERCENT && lossOutPercent < CLEAN_PERCENT) return 'theirs'
  return 'unknown'
}
