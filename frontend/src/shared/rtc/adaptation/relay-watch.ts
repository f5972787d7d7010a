import type { StartPeersData } from '@kla/proto/web'
import type { Clock } from '../../realtime/clock.js'
import { medianOf } from '../median.js'
import type { CreatePeerConnection } from '../peer.js'
import { createRelayLoop } from '../relay-loop.js'
import type { AccessMeasurement } from './side.js'

const EVERY_MS = 100
const ARRIVES_WITHIN_MS = 1_000
const WINDOW_MS = 5_000
const CONNECTS_WITHIN_MS = 4_000
/** Silence after which a path is dead, as after an address change. */
const DEAD_AFTER_MS = 3_000
const ENOUGH = 15
const KEPT = 100
/** Buffered bytes of a stalled channel. */
const STALLED = 500
const UNREACHABLE = { rttMs: CONNECTS_WITHIN_MS, lossPercent: 100 } as const

/** Measures this player's access to the relay. */
export interface RelayWatch {
  result(): AccessMeasurement['relay']
  close(): void
}

interface WatchOptions {
  readonly createPeerConnection: CreatePeerConnection
  readonly clock: Clock
  readonly start: Pick<StartPeersData, 'iceServers'>
  readonly onError: (error: unknown) => void
}

/** Replaces a dead loop, keeping its verdict until the next. */
export function createRelayWatch(options: WatchOptions): RelayWatch {
  const { clock } = options
  let run = createRun(options)
  let verdict: AccessMeasurement['relay'] = null
  let stop = () => {}
  const renew = () => {
    if (run.isDead()) {
      verdict = run.result() ?? verdict
      run.close()
      run = createRun(options)
    }
    stop = clock.after(EVERY_MS, renew)
  }
  renew()
  return {
    result: () => run.result() ?? verdict,
    close() {
      stop()
      run.close()
    },
  }
}

function createRun({ createPeerConnection, clock, start: { iceServers }, onError }: WatchOptions) {
  const loop = createRelayLoop({ createPeerConnection, iceServers, channel: { ordered: false, maxRetransmits: 0 } })
  const { near, far } = loop
  const beganAt = clock.now()
  const sent = new Map<number, { readonly at: number; tookMs: number | null }>()
  let arrivedAt = beganAt
  let number = 0
  let stop = () => {}

  const send = () => {
    sent.set(++number, { at: clock.now(), tookMs: null })
    sent.delete(number - KEPT)
    if (near.bufferedAmount < STALLED) near.send(String(number))
    stop = clock.after(EVERY_MS, send)
  }
  near.onopen = () => {
    arrivedAt = clock.now()
    send()
  }
  near.onclose = () => stop()
  far.onmessage = ({ data }: MessageEvent<string>) => {
    const message = sent.get(Number(data))
    if (!message) return
    arrivedAt = clock.now()
    message.tookMs = arrivedAt - message.at
  }
  void loop.connect().catch(onError)

  return {
    isDead: () => clock.now() - arrivedAt > (number === 0 ? CONNECTS_WITHIN_MS : DEAD_AFTER_MS),
    result(): AccessMeasurement['relay'] {
      const now = clock.now()
      const judged = [...sent.values()].filter(({ at }) => at > now - WINDOW_MS && at <= now - ARRIVES_WITHIN_MS)
      if (number === 0) return now - beganAt > CONNECTS_WITHIN_MS ? UNREACHABLE : null
      if (judged.length < ENOUGH) return null
      const arrived = judged.flatMap(({ tookMs }) => (tookMs !== null && tookMs <= ARRIVES_WITHIN_MS ? [tookMs] : []))
      const rttMs = arrived.length === 0 ? ARRIVES_WITHIN_MS : medianOf(arrived)
      return { rttMs, lossPercent: (100 * (judged.length - arrived.length)) / judged.length }
    },
    close() {
      stop()
      loop.close()
    },
  }
}
