import type { RelayProbe } from '@kla/proto/web'
import type { RoundTripMs } from '../../shared/rtc/relay-probe.js'

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
      ? {
          tone: 'bad',
          title: 'No relay',
          text: 'Video goes through a relay here, and there is none. Please tell support.',
        }
      : {
          tone: 'direct',
          title: 'Direct',
          text: 'There is no relay here: players connect directly, and learn each other’s addresses.',
        }
  }
  if (roundTrip === null) {
    return {
      tone: 'bad',
      title: 'Not reachable',
      text: needed
        ? "Your network doesn't let you reach our relay, so video won't come through. Try another network, or turn your VPN off."
        : "Your network doesn't let you reach our relay. Direct connections may still work. Another network is safer.",
    }
  }
  const shown = `${Math.max(1, Math.round(roundTrip))} ms there and back.`
  return roundTrip > SLOW_ABOVE_MS
    ? { tone: 'slow', title: 'Slow', text: `${shown} It works, but you'll notice the delay.` }
    : { tone: 'good', title: 'Good', text: `${shown} Video and sound come through in time.` }
}
