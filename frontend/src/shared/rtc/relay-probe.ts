import type { RelayProbe } from '@kla/proto/web'
import type { Clock } from '../realtime/clock.js'
import { medianOf } from './median.js'
import type { CreatePeerConnection } from './peer.js'
import { createRelayLoop, type RelayLoop } from './relay-loop.js'

const PINGS = 5
const WITHIN_MS = 10_000

/** Milliseconds; null if the relay was not reached. */
export type RoundTripMs = number | null

interface RelayTrialOptions {
  createPeerConnection: CreatePeerConnection
  clock: Clock
  now: () => number
  iceServers: RelayProbe['iceServers']
}

/** Resolves to the median round trip through the relay. */
export async function tryRelay({
  createPeerConnection,
  clock,
  now,
  iceServers,
}: RelayTrialOptions): Promise<RoundTripMs> {
  let loop: RelayLoop
  try {
    loop = createRelayLoop({ createPeerConnection, iceServers })
  } catch {
    return null
  }
  const { near, far } = loop
  far.onmessage = ({ data }: MessageEvent<string>) => far.send(data)

  const pinged = new Promise<RoundTripMs>((resolve) => {
    const times: number[] = []
    let sentAt = 0
    const ping = () => {
      sentAt = now()
      near.send(String(times.length))
    }
    near.onopen = ping
    near.onmessage = () => {
      times.push(now() - sentAt)
      if (times.length < PINGS) return ping()
      resolve(medianOf(times))
    }
  })
  let callOff = (): void => undefined
  const timeout = new Promise<RoundTripMs>((resolve) => {
    callOff = clock.after(WITHIN_MS, () => resolve(null))
  })
  try {
    await loop.connect()
    return await Promise.race([pinged, timeout])
  } catch {
    return null
  } finally {
    callOff()
    loop.close()
  }
}
