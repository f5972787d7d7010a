import { readFileSync } from 'node:fs'
import { ASSUMPTIONS_FILE } from '../files.js'

/** Names of assumptions.json, which has units and reasons. */
export const ASSUMED = [
  'seatedShare',
  'lobbyShare',
  'rushShare',
  'rushMinutes',
  'staminaMinutes',
  'roundSeconds',
  'voteSeconds',
  'betweenSeconds',
  'rematchShare',
  'matchShare',
  'chatLinesPerMinute',
  'acrossShare',
  'signalsPerPairing',
  'sessionMinutes',
  'signInShare',
  'reconnectsPerHour',
  'readsPerMinute',
  'savesPerBattle',
  'purchasesPerHour',
  'clipsPerRound',
  'clipMegabytes',
  'browserCacheShare',
  'cdnHitShare',
  'relayShare',
  'relayShareWhereDirect',
  'megabitsPerStream',
  'peakShareOfDay',
  'cpuTarget',
  'hardwareRatio',
  'storeCpuTarget',
  'socketsPerGateway',
  'podGiB',
  'natsMessagesPerSecond',
  'eventsPerSecond',
  'postgresWritesPerSecond',
  'turnMegabits',
  'battleKilobytes',
  'cellPlayers',
  'coreHourPrice',
  'managedFactor',
  'egressPrice',
  'cdnPrice',
  'storagePrice',
] as const
export type Assumed = (typeof ASSUMED)[number]

/** `cheap` is the end at which running Kla costs less. */
export interface Estimate {
  readonly value: number
  readonly cheap: number
  readonly dear: number
  readonly unit: string
  readonly why: string
}

export type Assumptions = Readonly<Record<Assumed, number>>
export type Estimates = Readonly<Record<Assumed, Estimate>>
export type Outlook = 'value' | 'cheap' | 'dear'

/** Throws if one is missing, unknown or not positive. */
export function readEstimates(file: string = ASSUMPTIONS_FILE): Estimates {
  const read = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Estimate>
  const names: readonly string[] = ASSUMED
  const unknown = Object.keys(read).filter((name) => !names.includes(name))
  const faulty = ASSUMED.filter((name) => {
    const { value, cheap, dear } = read[name] ?? {}
    return ![value, cheap, dear].every((number) => Number(number) > 0)
  })
  if (unknown.length + faulty.length > 0) throw new Error(`not assumptions: ${[...unknown, ...faulty].join(', ')}`)
  return read as Estimates
}

/** Takes the most likely values, or all at one end. */
export const asAssumed = (estimates: Estimates, outlook: Outlook = 'value'): Assumptions =>
  Object.fromEntries(ASSUMED.map((name) => [name, estimates[name][outlook]])) as Assumptions
