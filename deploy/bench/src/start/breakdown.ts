import { spreadOf } from '../units/index.js'
import type { Printed, Start } from './start-once.js'

const MS_PER_S = 1_000

/** Where the time went, a line for each kind: medians of all starts. */
export const breakdown = (starts: readonly Start[]): string[] => [
  `Begins after, s (processor time until then): ${stages(starts)}.`,
  `Ready after, s: ${byService(starts, ({ services }) => services.map(({ service, atMs }) => [service, atMs]))}.`,
  `Processor time until all was ready, s: ${byService(starts, ({ cpuMs }) => Object.entries(cpuMs))}.`,
]

const seconds = (ms: number): string => (ms / MS_PER_S).toFixed(1)

function stages(starts: readonly Start[]): string {
  // All print the same lines, but what names this run alone comes last.
  const lines = starts[0]?.printed ?? []
  return lines
    .map(({ line }, at) => {
      const same = starts.flatMap(({ printed }) => printed[at] ?? [])
      const median = (of: (printed: Printed) => number): string => seconds(spreadOf(same.map(of)).median)
      return `“${line.split(/ at | with /)[0]}” ${median(({ atMs }) => atMs)} (${median(({ cpuMs }) => cpuMs)})`
    })
    .join(', ')
}

function byService(starts: readonly Start[], of: (start: Start) => (readonly [string, number])[]): string {
  const all = new Map<string, number[]>()
  for (const start of starts) for (const [name, ms] of of(start)) all.set(name, [...(all.get(name) ?? []), ms])
  return [...all]
    .map(([name, values]): [string, number] => [name, spreadOf(values).median])
    .sort(([, one], [, other]) => one - other)
    .map(([name, ms]) => `${name} ${seconds(ms)}`)
    .join(', ')
}
