import type { Figure, Target } from '../result.js'
import { OURS } from '../who.js'
import type { Visit } from './visit.js'

/** A kilobyte of a wire has 1,000 bytes. */
const BYTES_PER_KB = 1_000

const TARGETS = {
  /** Of issue 7, for the lobby. */
  scriptKb: { better: 'less', own: 150 },
  largestPaintMs: { better: 'less', own: 1_500 },
  longestTaskMs: { better: 'less', own: 100 },
} as const satisfies Record<string, Target>

/** What the visits to one screen come to, by who served it. */
export const figuresOf = (screen: string, visits: ReadonlyMap<string, readonly Visit[]>): Figure[] => {
  const values = (value: (visit: Visit) => number): Figure['values'] =>
    Object.fromEntries([...visits].map(([who, all]) => [who, all.map(value)]))
  const figure = (name: string, unit: string, of: Figure['values'], target?: Target): Figure => ({
    name: `${screen}: ${name}`,
    unit,
    values: of,
    ...(target ? { target } : {}),
  })
  // A bare page has no scripts, and no long task: there is nothing to compare with.
  const ours = (value: (visit: Visit) => number): Figure['values'] => ({ [OURS]: (visits.get(OURS) ?? []).map(value) })
  return [
    figure('JavaScript over the wire', 'KB', ours(({ scriptBytes }) => scriptBytes / BYTES_PER_KB), TARGETS.scriptKb),
    figure('largest contentful paint', 'ms', values(({ largestPaintMs }) => largestPaintMs), TARGETS.largestPaintMs),
    figure('first contentful paint', 'ms', values(({ firstPaintMs }) => firstPaintMs)),
    figure('longest task', 'ms', ours(longestTask), TARGETS.longestTaskMs),
  ]
}

/** 0 where there is none of 50 ms: browsers tell of no shorter one. */
export const longestTask = ({ longTasks }: Pick<Visit, 'longTasks'>): number =>
  Math.max(0, ...longTasks.map(({ lastedMs }) => lastedMs))
