import { readdir, readFile } from 'node:fs/promises'
import { cpus, release, totalmem, type } from 'node:os'
import { type Platform, SERVICES } from '@kla/local'

export interface Machine {
  readonly processor: string
  readonly processors: number
  readonly memoryGiB: number
  readonly system: string
  readonly node: string
}

export const describeMachine = (): Machine => ({
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  processors: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  system: `${type()} ${release().split('-')[0]}`,
  node: process.version,
})

/** Root processes by name; each stands for its whole tree. */
export type NamedProcesses = Readonly<Record<string, number>>

/** Services and stores that this process has started, such as `gateway-1` and `redis`. */
export async function processesOf(platform: Platform): Promise<NamedProcesses> {
  const { redis, nats } = platform.infrastructure
  const [postgres] = await childrenNamed(process.pid, 'postgres')
  const services = SERVICES.flatMap((service) => platform.running(service))
  const pids: Record<string, number> = Object.fromEntries(services.map(({ name, pid }) => [name, pid]))
  const stores = { redis: redis.process?.pid, nats: nats.process?.pid, postgres }
  for (const [name, pid] of Object.entries(stores)) if (pid !== undefined) pids[name] = pid
  return pids
}

/** Since each process started, ended children included. */
export async function cpuMicrosByName(processes: NamedProcesses): Promise<Record<string, number>> {
  const stats = await readStats()
  return byName(processes, stats, (pids) => pids.reduce((sum, pid) => sum + (stats.get(pid)?.cpuMicros ?? 0), 0))
}

/** What `ps` calls RSS, children included. */
export async function residentBytesByName(processes: NamedProcesses): Promise<Record<string, number>> {
  const stats = await readStats()
  const resident = new Map<number, number>()
  const pids = Object.values(processes).flatMap((root) => treeIn(root, stats))
  for (const pid of pids) resident.set(pid, await residentBytes(pid))
  return byName(processes, stats, (pids) => pids.reduce((sum, pid) => sum + (resident.get(pid) ?? 0), 0))
}

function byName(
  processes: NamedProcesses,
  stats: ReadonlyMap<number, Stat>,
  sum: (pids: readonly number[]) => number,
): Record<string, number> {
  return Object.fromEntries(Object.entries(processes).map(([name, root]) => [name, sum(treeIn(root, stats))]))
}

const residentBytes = async (pid: number): Promise<number> => {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '0 0')
  return Number(statm.split(' ')[1]) * PAGE_BYTES
}

async function childrenNamed(parent: number, name: string): Promise<number[]> {
  const found: number[] = []
  for (const [pid, stat] of await readStats()) {
    const program = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
    if (stat.parent === parent && program.trim() === name) found.push(pid)
  }
  return found
}

function treeIn(root: number, stats: ReadonlyMap<number, Stat>): number[] {
  const tree = [root]
  for (const parent of tree) for (const [pid, stat] of stats) if (stat.parent === parent) tree.push(pid)
  return tree
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
  readonly parent: number
  /** Its own and its ended children's. */
  readonly cpuMicros: number
}

/** Linux reports hundredths of a second, whatever its clock. */
const MICROS_PER_TICK = 10_000

/** Positions after the name. */
const [PARENT, USER, CHILDREN_SYSTEM] = [1, 11, 14]

/** Undefined when the process has ended. */
export function parseStat(text: string): Stat | undefined {
  // The name stands in brackets and may contain brackets and spaces.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const times = fields.slice(USER, CHILDREN_SYSTEM + 1)
  const ticks = times.reduce((sum, time) => sum + time, 0)
  if (times.length < 4 || !Number.isFinite(ticks)) return undefined
  return { parent: fields[PARENT] ?? 0, cpuMicros: ticks * MICROS_PER_TICK }
}

const PAGE_BYTES = 4_096
