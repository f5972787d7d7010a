import type { LinkBand, LinkDiagnostics, StartPeersData } from '@kla/proto/web'
import type { Clock } from '../../realtime/clock.js'
import type { CreatePeerConnection } from '../peer.js'
import { bandOf, isWeak, type Reading, readingOf } from './bands.js'
import { type Link, NO_LINK } from './link.js'
import { FULL_QUALITY, nextQuality, QUALITY_LEVELS, type SendingLimits, SOUND_ONLY } from './quality-levels.js'
import { createRelayWatch, type RelayWatch } from './relay-watch.js'
import type { LinkReport } from './report.js'
import { readSample, type Sample } from './sample.js'
import { type AccessMeasurement, sideOf } from './side.js'
import { beginTrace, diagnosticsOf, noteBand, noteStep, type TracedStep } from './trace.js'

/** The part of a peer that is adapted. */
export interface AdaptedPeer {
  stats(): Promise<RTCStatsReport>
  limit(limits: SendingLimits): Promise<void>
  sendReport(report: LinkReport): void
  maxBitrate(): number
  lighten(): Promise<void>
}

/** What the call gives: its clock, errors and callbacks. */
export interface AdaptationDeps {
  createPeerConnection: CreatePeerConnection
  clock: Clock
  /** The sample is null without a connection. */
  onLink: (link: Link, sample: Sample | null) => void
  onError: (error: unknown) => void
}

/** What `createAdaptation` needs. */
export interface AdaptationOptions extends AdaptationDeps {
  /** Resolves to milliseconds, even without an answer. */
  measureGateway: () => Promise<number>
  onDiagnostics: (diagnostics: LinkDiagnostics) => void
}

const LOOK_EVERY_MS = 2_000
const LOOK_AGAIN_MS = 500
const GATEWAY_EVERY_MS = 2_000
/** Older reports are ignored. */
const REPORT_LASTS_MS = 6_000
/** Encoders recover from a short strain. */
const STRAINED_FOR_MS = 8_000
/** Access checks go on this long after recovery. */
const ACCESS_CHECKS_STAY_MS = 15_000

export type Adaptation = ReturnType<typeof createAdaptation>

/** Rates the link, names the weak side, and adapts sending. */
export function createAdaptation(options: AdaptationOptions) {
  const { clock, measureGateway, onLink, onDiagnostics, onError } = options
  let trace = beginTrace(clock.now())
  let link = NO_LINK
  let quality = FULL_QUALITY
  let watched: { readonly peer: AdaptedPeer; readonly start: StartPeersData } | null = null
  let before: Sample | null = null
  let report: { readonly at: number; readonly link: LinkReport } | null = null
  let relayWatch: RelayWatch | null = null
  let gatewayRttMs: number | null = null
  let asking: { callOff: () => void } | null = null
  let weakAt = -Infinity
  let strainedSince: number | null = null
  let stopLooking = () => {}

  const note = (step: TracedStep) => {
    trace = noteStep(trace, step, clock.now())
    onDiagnostics(diagnosticsOf(trace, clock.now()))
  }

  const askGateway = (mine: { callOff: () => void }) =>
    void measureGateway().then((ms) => {
      if (asking !== mine) return
      // The first look includes making the connection.
      gatewayRttMs = gatewayRttMs === null ? ms : Math.round((gatewayRttMs + ms) / 2)
      mine.callOff = clock.after(GATEWAY_EVERY_MS, () => askGateway(mine))
    }, onError)

  const startAccessChecks = (start: StartPeersData, route: Reading['route']) => {
    if (asking === null) {
      asking = { callOff: () => {} }
      askGateway(asking)
    }
    if (route === 'relayed') relayWatch ??= createRelayWatch({ ...options, start })
  }

  const stopAccessChecks = () => {
    asking?.callOff()
    asking = null
    gatewayRttMs = null
    relayWatch?.close()
    relayWatch = null
  }

  const measureAccess = (reading: Reading | null): AccessMeasurement => ({
    relay: relayWatch?.result() ?? null,
    gatewayRttMs,
    limited: (reading?.sendKbps ?? null) !== null,
  })

  const adapt = (peer: AdaptedPeer, reading: Reading) => {
    const last = quality
    quality = nextQuality(quality, reading, clock.now())
    const level = QUALITY_LEVELS[quality.level]
    if (quality.level === last.level || level === undefined) return
    void peer.limit(level.limits).catch(onError)
    const down = quality.level > last.level
    note({
      step: down ? level.step : 'restored',
      outcome: down || quality.level === 0 ? 'done' : 'begun',
      side: link.side,
    })
  }

  const relieve = (peer: AdaptedPeer, { strained }: Sample) => {
    const before = strainedSince
    strainedSince = strained ? (before ?? clock.now()) : null
    if (before === null || !strained || clock.now() - before < STRAINED_FOR_MS) return
    strainedSince = null
    void peer.lighten().catch(onError)
  }

  const judge = (reading: Reading | null, band: LinkBand | null, start: StartPeersData) => {
    const now = clock.now()
    if (isWeak(band)) {
      weakAt = now
      startAccessChecks(start, reading?.route ?? trace.route)
    } else if (now - weakAt > ACCESS_CHECKS_STAY_MS) stopAccessChecks()
    const theirs = report !== null && now - report.at <= REPORT_LASTS_MS ? report.link : null
    const side = sideOf({ band, reading, own: measureAccess(reading), theirs })
    trace = noteBand(trace, band, reading?.route ?? null, now)
    link = { band, side, reading, soundOnly: quality.level === SOUND_ONLY, theirSoundOnly: theirs?.soundOnly ?? false }
  }

  const look = async (mine: NonNullable<typeof watched>) => {
    const entries = await mine.peer.stats()
    if (watched !== mine) return
    const sample = readSample(entries.values(), clock.now(), mine.peer.maxBitrate())
    const reading = readingOf(before, sample, before === null ? null : link.reading)
    before = sample
    judge(reading, bandOf(reading), mine.start)
    if (link.band !== 'lost') adapt(mine.peer, reading)
    relieve(mine.peer, sample)
    mine.peer.sendReport({ ...measureAccess(reading), soundOnly: quality.level === SOUND_ONLY })
    onDiagnostics(diagnosticsOf(trace, clock.now()))
    lookLater(mine, reading.silentMs > 0 ? LOOK_AGAIN_MS : LOOK_EVERY_MS)
    onLink(link, sample)
  }

  const lookLater = (mine: NonNullable<typeof watched>, afterMs: number) => {
    stopLooking = clock.after(afterMs, () => void look(mine).catch(onError))
  }

  const rest = () => {
    stopLooking()
    watched = null
    before = null
    strainedSince = null
  }

  return {
    link: () => link,
    /** Watches a connection that has come up. */
    watch(peer: AdaptedPeer, start: StartPeersData) {
      if (watched?.peer === peer) return
      rest()
      watched = { peer, start }
      const level = QUALITY_LEVELS[quality.level]
      if (quality.level > 0 && level) void peer.limit(level.limits).catch(onError)
      void look(watched).catch(onError)
    },
    lose(start: StartPeersData) {
      rest()
      const again = () => {
        judge(null, 'lost', start)
        stopLooking = clock.after(LOOK_EVERY_MS, again)
        onLink(link, null)
      }
      again()
    },
    receive(received: LinkReport) {
      report = { at: clock.now(), link: received }
    },
    note,
    begin() {
      trace = beginTrace(clock.now())
    },
    end() {
      rest()
      stopAccessChecks()
      if (trace.band !== null) onDiagnostics(diagnosticsOf(trace, clock.now()))
      trace = noteBand(trace, null, null, clock.now())
      link = NO_LINK
      quality = FULL_QUALITY
      report = null
    },
  }
}
