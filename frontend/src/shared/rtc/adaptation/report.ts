import type { AccessMeasurement } from './side.js'

/** One end's report on its link. */
export interface LinkReport extends AccessMeasurement {
  readonly soundOnly: boolean
}

const within = (value: unknown, max: number): number | null =>
  typeof value === 'number' && value >= 0 && value <= max ? value : null

const MS_MAX = 60_000

/** Reads the opponent's report; null if it is ill-formed. */
export function readReport(link: unknown): LinkReport | null {
  if (typeof link !== 'object' || link === null) return null
  const { relay, gatewayRttMs, limited, soundOnly } = link as Partial<Record<keyof LinkReport, unknown>>
  const { rttMs, lossPercent } = (relay ?? {}) as Record<string, unknown>
  const [relayRttMs, relayLoss] = [within(rttMs, MS_MAX), within(lossPercent, 100)]
  return {
    relay: relayRttMs === null || relayLoss === null ? null : { rttMs: relayRttMs, lossPercent: relayLoss },
    gatewayRttMs: within(gatewayRttMs, MS_MAX),
    limited: limited === true,
    soundOnly: soundOnly === true,
  }
}
