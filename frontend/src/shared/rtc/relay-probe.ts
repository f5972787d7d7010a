import type { RelayProbe } from '@kla/proto/web'
import type { Clock } from '../realtime/clock.js'
import { type CreatePeerConnection, hangUp } from './peer.js'

const PINGS = 5
const WITHIN_MS = 10_000

/** Null: the relay was not reached. */
export type RoundTripMs = number | null

interface RelayTrialOptions {
  createPeerConnection: CreatePeerConnection
  clock: Clock
  /** Milliseconds, finer than the clock's. */
  now: () => number
  iceServers: RelayProbe['iceServers']
}

/** Sends pings between two connections of this page that may only use the relay; answers the middle of their round trips. */
export async function tryRelay({ createPeerConnection, clock, now, iceServers }: RelayTrialOptions): Promise<RoundTripMs> {
  const configuration: RTCConfiguration = { iceServers, iceTransportPolicy: 'relay' }
  const [near, far] = [createPeerConnection(configuration), createPeerConnection(configuration)]
  const ours = near.createDataChannel('trial', { negotiated: true, id: 0 })
  const theirs = far.createDataChannel('trial', { negotiated: true, id: 0 })
  let describe = (): void => undefined
  const described = new Promise<void>((resolve) => {
    describe = resolve
  })
  const passOn = (from: RTCPeerConnection, to: RTCPeerConnection) => {
    from.onicecandidate = ({ candidate }) => {
      if (candidate) void described.then(() => to.addIceCandidate(candidate)).catch(() => undefined)
    }
  }
  passOn(near, far)
  passOn(far, near)
  theirs.onmessage = ({ data }: MessageEvent<string>) => theirs.send(data)

  const pinged = new Promise<RoundTripMs>((resolve) => {
    const times: number[] = []
    let sentAt = 0
    const ping = () => {
      sentAt = now()
      ours.send(String(times.length))
    }
    ours.onopen = ping
    ours.onmessage = () => {
      times.push(now() - sentAt)
      if (times.length < PINGS) return ping()
      resolve(times.sort((a, b) => a - b)[Math.floor(PINGS / 2)] ?? null)
    }
  })
  let callOff = (): void => undefined
  const timeout = new Promise<RoundTripMs>((resolve) => {
    callOff = clock.after(WITHIN_MS, () => resolve(null))
  })
  try {
    await near.setLocalDescription(await near.createOffer())
    await far.setRemoteDescription(near.localDescription!)
    await far.setLocalDescription(await far.createAnswer())
    await near.setRemoteDescription(far.localDescription!)
    describe()
    return await Promise.race([pinged, timeout])
  } catch {
    return null
  } finally {
    callOff()
    hangUp(near)
    hangUp(far)
  }
}
