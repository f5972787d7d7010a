import type { RelayProbe } from '@kla/proto/web'
import type { RoundTripMs } from '../../shared/rtc/relay-probe.js'
import { RELAY } from '../../texts/devices.js'

/** Speakers begin to interrupt each other above it (ITU-T G.114, both ways). */
const SLOW_ABOVE_MS = 300

/** What a relay test means for the player. */
export interface RelayVerdict {
  readonly tone: 'good' | 'slow' | 'bad' | 'direct'
  readonly title: string
  readonly text: string
}

export const hasRelay = ({ iceServers }: RelayProbe): boolean =>
  iceServers.some(({ urls }) => urls.some((url) => /^turns?:/.test(url)))

/** `roundTrip` is null if the relay was unreachable. */
export function judgeRelay(probe: RelayProbe, roundTrip: RoundTripMs): RelayVerdict {
  const needed = probe.iceTransportPolicy === 'relay'
  if (!hasRelay(probe)) {
    return needed
      ? { tone: 'bad', title: RELAY.missing, text: RELAY.missingText }
      : { tone: 'direct', title: RELAY.direct, text: RELAY.directText }
  }
  if (roundTrip === null) {
    return {
      tone: 'bad',
      title: RELAY.unreachable,
      text: needed ? RELAY.unreachableNeeded : RELAY.unreachableText,
    }
  }
  const shown = { roundTrip: Math.max(1, Math.round(roundTrip)) }
  return roundTrip > SLOW_ABOVE_MS
    ? { tone: 'slow', title: RELAY.slow, text: RELAY.slowText(shown) }
    : { tone: 'good', title: RELAY.good, text: RELAY.goodText(shown) }
}
