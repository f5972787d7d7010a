import {
  LINK_BANDS,
  LINK_STEPS_MAX,
  type LinkBand,
  type LinkDiagnostics,
  type LinkOutcome,
  type LinkSide,
  type LinkStep,
} from '@kla/proto/web'

const SECONDS_MAX = 86_400
const NO_TIME = Object.fromEntries(LINK_BANDS.map((band) => [band, 0])) as Record<LinkBand, number>

/** History of a call, without addresses. */
export interface Trace {
  readonly beganAt: number
  readonly route: LinkDiagnostics['route']
  readonly band: LinkBand | null
  readonly bandSince: number
  readonly spentMs: Readonly<Record<LinkBand, number>>
  readonly steps: LinkDiagnostics['steps']
}

export const beginTrace = (nowMs: number): Trace => ({
  beganAt: nowMs,
  route: null,
  band: null,
  bandSince: nowMs,
  spentMs: NO_TIME,
  steps: [],
})

const spentUntil = ({ band, bandSince, spentMs }: Trace, nowMs: number): Trace['spentMs'] =>
  band === null ? spentMs : { ...spentMs, [band]: spentMs[band] + Math.max(0, nowMs - bandSince) }

export const noteBand = (
  trace: Trace,
  band: LinkBand | null,
  route: LinkDiagnostics['route'],
  nowMs: number,
): Trace => ({
  ...trace,
  band,
  route: route ?? trace.route,
  bandSince: nowMs,
  spentMs: spentUntil(trace, nowMs),
})

/** A step in a call's history. */
export interface TracedStep {
  readonly step: LinkStep
  readonly outcome: LinkOutcome
  readonly side: LinkSide
}

const secondsOf = (ms: number): number => Math.min(SECONDS_MAX, Math.max(0, Math.round(ms / 1000)))

export const noteStep = (trace: Trace, { step, outcome, side }: TracedStep, nowMs: number): Trace => ({
  ...trace,
  steps: [...trace.steps, { at: secondsOf(nowMs - trace.beganAt), step, outcome, side }].slice(-LINK_STEPS_MAX),
})

export function diagnosticsOf(trace: Trace, nowMs: number): LinkDiagnostics {
  const spentMs = spentUntil(trace, nowMs)
  const seconds = Object.fromEntries(LINK_BANDS.map((band) => [band, secondsOf(spentMs[band])]))
  return { route: trace.route, seconds: seconds as LinkDiagnostics['seconds'], steps: trace.steps }
}
