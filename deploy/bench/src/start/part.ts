import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPorts } from '@kla/local'
import { OURS, type Part } from '../frame/part.js'
import { spreadOf } from '../measure/numbers.js'
import { type Printed, startOnce, type Start } from './start-once.js'

/** Issue 7. */
const READY_WITHIN_S = 10

const MS_PER_S = 1_000

/** `npm start` when everything is installed, built and has run before. */
export const startPart: Part = {
  name: 'start',
  async run({ runs, say }) {
    const directory = await mkdtemp(join(tmpdir(), 'kla-start-'))
    // PostgreSQL may run as another user.
    await chmod(directory, 0o711)
    try {
      const port = await createPorts().take('gateway')
      const first = await startOnce({ directory, port })
      say(`  the first start, which makes the data: ${(first.readyMs / MS_PER_S).toFixed(1)} s`)
      const starts: Start[] = []
      for (let round = 1; round <= runs; round++) {
        const start = await startOnce({ directory, port })
        starts.push(start)
        say(`  start ${round}: ready after ${(start.readyMs / MS_PER_S).toFixed(1)} s`)
      }
      const figure = {
        name: 'npm start, second time, to ready',
        unit: 's',
        values: { [OURS]: starts.map(({ readyMs }) => readyMs / MS_PER_S) },
        target: { better: 'less', own: READY_WITHIN_S },
      } as const
      return { figures: [figure], faults: [], notes: breakdown(starts) }
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  },
}

export const breakdown = (starts: readonly Start[]): string[] => [
  `Begins after, s (processor time until then): ${stages(starts)}.`,
  `Ready after, s: ${byService(starts, ({ services }) => services.map(({ service, atMs }) => [service, atMs]))}.`,
  `Processor time until all was ready, s: ${byService(starts, ({ cpuMs }) => Object.entries(cpuMs))}.`,
]

const seconds = (ms: number): string => (ms / MS_PER_S).toFixed(1)

function stages(starts: readonly Start[]): string {
  // The line that names this run comes last.
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
