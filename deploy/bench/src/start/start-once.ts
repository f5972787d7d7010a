import { ROOT } from '@kla/local'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { cpuMicrosByName } from '../cpu/processes.js'
import { readyTimes, type ReadyTime } from './ready-times.js'

/** A line that was printed, how long after the command was given, and the processor time spent until then. */
export interface Printed {
  readonly line: string
  readonly atMs: number
  readonly cpuMs: number
}

/** One `npm start`, from the command to the line with the address. */
export interface Start {
  readonly readyMs: number
  readonly printed: readonly Printed[]
  /** When each service said that it is ready. */
  readonly services: readonly ReadyTime[]
  /** Of each service until everything was ready, milliseconds of a processor. */
  readonly cpuMs: Readonly<Record<string, number>>
}

const READY = 'Kla is open at '
const MICROS_PER_MS = 1_000

/** Gives the command, waits for the address, and ends everything by Ctrl-C. */
export async function startOnce({ directory, port }: { directory: string; port: number }): Promise<Start> {
  const [startedAt, begun] = [Date.now(), performance.now()]
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), DATA_DIRECTORY: directory },
    // A group of its own, as a terminal's foreground is one.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { pid } = child
  if (pid === undefined) throw new Error('npm cannot be started')
  const interrupt = (): unknown => process.kill(-pid, 'SIGINT')
  // Whoever ends this process means that one as well.
  process.once('exit', interrupt)
  const exited = once(child, 'exit')
  const printed: Printed[] = []
  let start: Start | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    const atMs = performance.now() - begun
    if (start !== undefined || line === '') continue
    const { all = 0 } = await cpuMicrosByName({ all: pid })
    printed.push({ line, atMs, cpuMs: all / MICROS_PER_MS })
    if (!line.startsWith(READY)) continue
    const services = await readyTimes(directory, startedAt)
    const micros = await cpuMicrosByName(Object.fromEntries(services.map(({ service, pid: of }) => [service, of])))
    const cpuMs = Object.fromEntries(Object.entries(micros).map(([name, value]) => [name, value / MICROS_PER_MS]))
    start = { readyMs: atMs, printed, services, cpuMs }
    interrupt()
  }
  await exited
  process.off('exit', interrupt)
  if (!start) throw new Error(`npm start ended before it was ready:\n${printed.map(({ line }) => line).join('\n')}`)
  return start
}
