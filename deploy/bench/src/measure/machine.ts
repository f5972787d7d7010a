import { readdir, readFile } from 'node:fs/promises'
import { cpus, release, totalmem, type } from 'node:os'
import { type Platform, SERVICES } from '@kla/local'

export const describeMachine = (): string =>
  `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, ` +
  `${type()} ${release().split('-')[0]}, Node ${process.version}`

/** Root processes by name; each represents its tree. */
export type NamedProcesses = Readonly<Record<string, number>>

/** Lists services and stores of this process, such as `gateway-1` and `redis`. */
export async function processesOf({ running, infrastructure }: Platform): Promise<NamedProcesses> {
  const { redis, nats } = infrastructure
  const services = SERVICES.flatMap((service) => running(service)).map(({ name, pid }) => [name, pid] as const)
  const postgres = [...(await readStats())].find(
    ([, { parent, program }]) => parent === process.pid && program === 'postgres',
  )
  const stores = { redis: redis.process?.pid, nats: nats.process?.pid, postgres: postgres?.[0] }
  const started = Object.entries(stores).flatMap(([name, pid]) => (pid === undefined ? [] : [[name, pid] as const]))
  return Object.fromEntries([...services, ...started])
}

/** Reads processor time since each process started, ended children included. */
export const cpuMicrosByName = (processes: NamedProcesses): Promise<Record<string, number>> =>
  sumByName(processes, ({ cpuMicros }) => cpuMicros)

/** Reads resident memory, children included. */
export const residentBytesByName = (processes: NamedProcesses): Promise<Record<string, number>> =>
  sumByName(processes, ({ residentBytes }) => residentBytes)

async function sumByName(processes: NamedProcesses, read: (stat: Stat) => number): Promise<Record<string, number>> {
  const stats = await readStats()
  const sumOf = (root: number): number => {
    const tree = [root]
    for (const parent of tree) for (const [pid, stat] of stats) if (stat.parent === parent) tree.push(pid)
    return tree.flatMap((pid) => stats.get(pid) ?? []).reduce((sum, stat) => sum + read(stat), 0)
  }
  return Object.fromEntries(Object.entries(processes).map(([name, root]) => [name, sumOf(root)]))
}

async function readStats(): Promise<ReadonlyMap<number, Stat>> {
  const stats = new Map<number, Stat>()
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = parseStat(await readFile(`/proc/${name}/stat`, 'utf8').catch(() => ''))
    if (stat) stats.set(Number(name), stat)
  }
  return stats
}

interface Stat {
  readonly program: string
  readonly parent: number
  readonly cpuMicros: number
  readonly residentBytes: number
}

/** Linux reports hundredths of a second, whatever its clock. */
const MICROS_PER_TICK = 10_000
const PAGE_BYTES = 4_096

/** Positions after the name in proc(5)'s `stat`. */
const [PARENT, USER, CHILDREN_SYSTEM, RESIDENT] = [1, 11, 14, 21]

/** Undefined when the process has ended. */
export function parseStat(text: string): Stat | undefined {
  // The name may contain brackets and spaces.
  const [from, to] = [text.indexOf('('), text.lastIndexOf(')')]
  const fields = text
    .slice(to + 2)
    .split(' ')
    .map(Number)
  const ticks = fields.slice(USER, CHILDREN_SYSTEM + 1).reduce((sum, time) => sum + time, 0)
  if (to < 0 || fields.length <= CHILDREN_SYSTEM || !Number.isFinite(ticks)) return undefined
  return {
    program: text.slice(from + 1, to),
    parent: fields[PARENT] ?? 0,
    cpuMicros: ticks * MICROS_PER_TICK,
    residentBytes: (fields[RESIDENT] ?? 0) * PAGE_BYTES,
  }
}
