import type { Bot } from './bot.js'
import { percentile } from './phase-check.js'

export interface Spread {
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

export interface Report {
  readonly battlesFinished: number
  readonly battlesFailed: number
  readonly battlesCutShort: number
  readonly atOnceMax: number
  readonly lateness: Spread & { readonly count: number }
  readonly messages: { readonly said: number; lost: number; doubled: number; outOfOrder: number }
  readonly phases: { readonly shown: number; lost: number; doubled: number; outOfOrder: number }
  readonly numbers: { missed: number; repeated: number; unnumbered: number }
  readonly connections: {
    readonly reconnects: number
    readonly away: Spread
    readonly handovers: number
    readonly moving: Spread
  }
  readonly repeats: number
  readonly errors: ReadonlyMap<string, number>
}

export interface Tally {
  readonly late: (lateMs: number) => void
  battleBegins(): void
  battleEnds(error?: unknown): void
  battleCutShort(): void
  error(error: unknown): void
  take(first: Bot, second: Bot): void
  report(): Report
}

export function createTally(): Tally {
  const lateness: number[] = []
  const awayMs: number[] = []
  const handoverMs: number[] = []
  const errors = new Map<string, number>()
  const counts = { finished: 0, failed: 0, cutShort: 0, now: 0, most: 0, said: 0, shown: 0, repeats: 0 }
  const messages = { lost: 0, doubled: 0, outOfOrder: 0 }
  const phases = { lost: 0, doubled: 0, outOfOrder: 0 }
  const numbers = { missed: 0, repeated: 0, unnumbered: 0 }

  const note = (what: string): void => void errors.set(what, (errors.get(what) ?? 0) + 1)
  const error = (fault: unknown): void => note(fault instanceof Error ? fault.message : String(fault))

  const takeOne = (bot: Bot, other: Bot): void => {
    bot.chat.finish(other.said)
    counts.said += bot.said
    counts.shown += bot.phases.seen.length
    counts.repeats += bot.repeats
    addTo(messages, bot.chat.faults)
    addTo(phases, bot.phases.faults)
    addTo(numbers, bot.client.faults)
    awayMs.push(...bot.client.stay.awayMs)
    handoverMs.push(...bot.client.stay.handoverMs)
    bot.phases.notes.forEach(note)
  }

  return {
    late: (lateMs) => void lateness.push(lateMs),
    battleBegins() {
      counts.now += 1
      counts.most = Math.max(counts.most, counts.now)
    },
    battleEnds(fault) {
      counts.now -= 1
      counts[fault === undefined ? 'finished' : 'failed'] += 1
      if (fault !== undefined) error(fault)
    },
    battleCutShort() {
      counts.now -= 1
      counts.cutShort += 1
    },
    error,
    take(first, second) {
      takeOne(first, second)
      takeOne(second, first)
    },
    report: () => ({
      battlesFinished: counts.finished,
      battlesFailed: counts.failed,
      battlesCutShort: counts.cutShort,
      atOnceMax: counts.most,
      lateness: { count: lateness.length, ...spreadOf(lateness) },
      messages: { said: counts.said, ...messages },
      phases: { shown: counts.shown, ...phases },
      numbers,
      connections: {
        reconnects: awayMs.length,
        away: spreadOf(awayMs),
        handovers: handoverMs.length,
        moving: spreadOf(handoverMs),
      },
      repeats: counts.repeats,
      errors,
    }),
  }
}

const spreadOf = (values: readonly number[]): Spread => ({
  p50Ms: percentile(values, 0.5),
  p99Ms: percentile(values, 0.99),
  maxMs: percentile(values, 1),
})

/** True when nothing was lost, duplicated, out of order or failed. */
export function isClean({ battlesFailed, battlesCutShort, messages, phases, numbers, errors }: Report): boolean {
  const { said: _said, ...chat } = messages
  const { shown: _shown, ...shown } = phases
  const faults = [chat, shown, numbers].flatMap((group) => Object.values(group))
  return battlesFailed + battlesCutShort === 0 && errors.size === 0 && faults.every((count) => count === 0)
}

export function reportLines(report: Report): string[] {
  const { lateness, messages, phases, numbers, connections } = report
  return [
    `battles finished     ${report.battlesFinished} (${report.battlesFailed} failed, ${report.battlesCutShort} cut short, ${report.atOnceMax} at once)`,
    `phase lateness       ${spreadText(lateness)} (${lateness.count} deadlines)`,
    `chat lines           ${messages.said} sent, ${messages.lost} lost, ${messages.doubled} doubled, ${messages.outOfOrder} out of order`,
    `phases               ${phases.shown} shown, ${phases.lost} lost, ${phases.doubled} doubled, ${phases.outOfOrder} out of order`,
    `numbers of events    ${numbers.missed} missed, ${numbers.repeated} repeated, ${numbers.unnumbered} without`,
    `handed over          ${connections.handovers} connections: ${spreadText(connections.moving)} from one to the next`,
    `connected anew       ${connections.reconnects} times: ${spreadText(connections.away)} without a connection`,
    `asked again          ${report.repeats} times, during outages`,
    `errors               ${[...report.errors.values()].reduce((sum, count) => sum + count, 0)}`,
    ...[...report.errors].slice(0, 20).map(([what, count]) => `  ${count} x ${what}`),
  ]
}

const spreadText = ({ p50Ms, p99Ms, maxMs }: Spread): string => `p50 ${p50Ms} ms, p99 ${p99Ms} ms, max ${maxMs} ms`

function addTo<Key extends string>(sum: Record<Key, number>, more: Readonly<Record<Key, number>>): void {
  for (const key of Object.keys(sum) as Key[]) sum[key] += more[key]
}
