import type { Figure, Target } from '../result.js'
import { OURS } from '../who.js'
import { medianOf, ratioOf } from './ratio.js'

/** One thing that a figure had to reach. */
export interface Verdict {
  /** In words, as a table has it. */
  readonly wanted: string
  readonly reached: boolean
}

/** What a figure had to reach, one verdict for each; none for a figure without a target. */
export function judge({ values, target, unit }: Figure): Verdict[] {
  if (!target) return []
  const ours = values[OURS] ?? []
  const verdicts = Object.entries(target.ratios ?? {}).map(([who, wanted]): Verdict => {
    const { ofMedians } = ratioOf(ours, values[who] ?? [])
    return { wanted: `${bound(target)} ${wanted} of ${who}`, reached: isReached(target, ofMedians, wanted) }
  })
  if (target.own === undefined) return verdicts
  const reached = isReached(target, medianOf(ours), target.own)
  return [...verdicts, { wanted: `${bound(target)} ${target.own} ${unit}`, reached }]
}

const bound = ({ better }: Target): string => (better === 'more' ? 'at least' : 'at most')

/** What was not measured is not reached. */
const isReached = ({ better }: Target, value: number, wanted: number): boolean =>
  better === 'more' ? value >= wanted : value <= wanted
