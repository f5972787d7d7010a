import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ROOT, SERVICES } from '@kla/local'
import { cpuMicrosByName } from '../measure/machine.js'

export interface Printed {
  readonly line: string
  readonly atMs: number
  readonly cpuMs: number
}

export interface Start {
  readonly readyMs: number
  readonly printed: readonly Printed[]
  readonly services: readonly ReadyTime[]
  /** Until everything was ready. */
  readonly cpuMs: Readonly<Record<string, number>>
}

const READY = 'Kla is open at '
const MICROS_PER_MS = 1_000

export async function startOnce({ directory, port }: { directory: string; port: number }): Promise<Start> {
  const [startedAt, begun] = [Date.now(), performance.now()]
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), DATA_DIRECTORY: directory },
    // A process group of its own, like a terminal's foreground.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { pid } = child
  if (pid === undefined) throw new Error('npm cannot be started')
  const interrupt = (): unknown => process.kill(-pid, 'SIGINT')
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

interface ReadyTime {
  readonly service: string
  readonly pid: number
  readonly atMs: number
}

interface LogLine {
  readonly time: number
  readonly pid: number
}

/** Unix milliseconds, from the logs. */
async function readyTimes(directory: string, since: number): Promise<ReadyTime[]> {
  const times = SERVICES.map(async (service): Promise<ReadyTime | undefined> => {
    const line = lastLine(await readFile(join(directory, 'logs', `${service}-1.log`), 'utf8'))
    return line && line.time >= since ? { service, pid: line.pid, atMs: line.time - since } : undefined
  })
  return (await Promise.all(times)).filter((time) => time !== undefined)
}

/** A starting service logs nothing after its ready line. */
export function lastLine(log: string): LogLine | undefined {
  const line = log.split('\n').findLast((text) => text.startsWith('{'))
  return line === undefined ? undefined : (JSON.parse(line) as LogLine)
}
