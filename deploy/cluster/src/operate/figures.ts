import type { Report } from '@kla/bots'

/** What players saw during a step, as bots report it. */
export interface Figures {
  readonly battlesEnded: number
  /** Battles that got stuck or were cut short. */
  readonly battlesLost: number
  readonly linesLost: number
  readonly phasesLost: number
  /** Numbers of events that a client missed. */
  readonly numbersMissed: number
  /** Chat lines, phases and numbers that came twice, in another order, or without a number. */
  readonly disordered: number
  readonly p99Ms: number
  /** Other faults, each with its count. */
  readonly errors: Readonly<Record<string, number>>
}

export const figuresOf = ({ messages, phases, numbers, lateness, ...report }: Report): Figures => ({
  battlesEnded: report.battlesFinished,
  battlesLost: report.battlesFailed + report.battlesCutShort,
  linesLost: messages.lost,
  phasesLost: phases.lost,
  numbersMissed: numbers.missed,
  disordered:
    messages.doubled + messages.outOfOrder + phases.doubled + phases.outOfOrder + numbers.repeated + numbers.unnumbered,
  p99Ms: lateness.p99Ms,
  errors: Object.fromEntries(report.errors),
})

/** A step of the operator, with what it measured. */
export interface Row {
  readonly step: string
  /** Time from the change to all pods Ready; missing if they did not become so. */
  readonly readySeconds?: number
  readonly figures?: Figures
  /** Lines that the command prints before this row. */
  readonly notes?: readonly string[]
  /** Fault of the step itself. */
  readonly failure?: string
}

/** Names what was lost in a step. Lateness alone is no loss. */
export function lossesOf({ step, figures, failure }: Row): readonly string[] {
  const of = (count: number, what: string): string[] => (count === 0 ? [] : [`${step}: ${count} ${what}`])
  const failed = failure === undefined ? [] : [`${step}: ${failure}`]
  if (figures === undefined) return failed
  return [
    ...failed,
    ...(figures.battlesEnded === 0 ? [`${step}: no battle ended`] : []),
    ...of(figures.battlesLost, 'battles lost'),
    ...of(figures.linesLost, 'chat lines lost'),
    ...of(figures.phasesLost, 'phases lost'),
    ...of(figures.numbersMissed, 'numbers of events missed'),
    ...of(figures.disordered, 'deliveries twice, out of order or without a number'),
    ...Object.entries(figures.errors).flatMap(([what, count]) => of(count, `times ${what}`)),
  ]
}

/** Returns the lines of a Markdown table. */
export const operateTable = (rows: readonly Row[]): readonly string[] => [
  '| step | all Ready after, s | battles ended | lost | lines lost | phases lost | numbers missed | p99 late, ms | |',
  '|---|---:|---:|---:|---:|---:|---:|---:|---|',
  ...rows.map((row) => {
    const { step, readySeconds, figures } = row
    const counts = figures && [
      figures.battlesEnded,
      figures.battlesLost,
      figures.linesLost,
      figures.phasesLost,
      figures.numbersMissed,
      Math.round(figures.p99Ms),
    ]
    const cells = [step, readySeconds?.toFixed(1) ?? '-', ...(counts ?? Array.from({ length: 6 }, () => '-'))]
    return `| ${cells.join(' | ')} | ${lossesOf(row).length === 0 ? 'passed' : 'failed'} |`
  }),
]
