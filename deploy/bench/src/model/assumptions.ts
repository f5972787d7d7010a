import { readFileSync } from 'node:fs'
import { ASSUMPTIONS_FILE } from '../files.js'

/** What is assumed, not measured. What each means, in which unit and why, stands in assumptions.json. */
export const ASSUMED = [
  'seatedShare', 'lobbyShare', 'rushShare', 'rushMinutes', 'staminaMinutes', 'roundSeconds', 'voteSeconds',
  'betweenSeconds', 'rematchShare', 'matchShare', 'chatLinesPerMinute', 'acrossShare', 'signalsPerPairing',
  'sessionMinutes', 'signInShare', 'reconnectsPerHour', 'readsPerMinute', 'savesPerBattle', 'purchasesPerHour',
  'clipsPerRound', 'clipMegabytes', 'browserCacheShare', 'cdnHitShare', 'relayShare', 'megabitsPerStream',
  'peakShareOfDay', 'cpuTarget', 'hardwareRatio', 'storeCpuTarget', 'socketsPerGateway', 'podGiB',
  'natsMessagesPerSecond', 'factsPerSecond', 'postgresWritesPerSecond', 'turnMegabits', 'battleKilobytes', 'cellPlayers',
  'coreHourPrice', 'managedFactor', 'egressPrice', 'cdnPrice', 'storagePrice',
] as const // prettier-ignore
export type Assumed = (typeof ASSUMED)[number]

/** One assumption with both ends of what it may be: `cheap` is the end at which running Kla costs less. */
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

/** The assumptions as they stand in a file. Throws if one is missing, unknown or no positive number. */
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

/** All assumptions at their most likely value, or all at one of their ends. */
export const asAssumed = (estimates: Estimates, outlook: Outlook = 'value'): Assumptions =>
  Object.fromEntries(ASSUMED.map((name) => [name, estimates[name][outlook]])) as Assumptions
