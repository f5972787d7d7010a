import { readdir, readFile } from 'node:fs/promises'
import { parseStat, type Stat } from './stat.js'

/** Processes by what they are called; each with all that it has started counts as one. */
export type NamedProcesses = Readonly<Record<string, number>>

const PAGE_BYTES = 4_096

/** Microseconds on a processor since each was started, threads and children included, also those that have ended. */
export async function cpuMicrosByName(processes: NamedProcesses): Promise<Record<string, number>> {
  const stats = await readStats()
  return byName(processes, stats, (pids) => pids.reduce((sum, pid) => sum + (stats.get(pid)?.cpuMicros ?? 0), 0))
}

/** Resident bytes of each, children included: what `ps` calls RSS. */
export async function residentBytesByName(processes: NamedProcesses): Promise<Record<string, number>> {
  const stats = await readStats()
  const resident = new Map<number, number>()
  const pids = Object.values(processes).flatMap((root) => treeOf(root, stats))
  for (const pid of pids) resident.set(pid, await residentBytes(pid))
  return byName(processes, stats, (pids) => pids.reduce((sum, pid) => sum + (resident.get(pid) ?? 0), 0))
}

function byName(
  processes: NamedProcesses,
  stats: ReadonlyMap<number, Stat>,
  sum: (pids: readonly number[]) => number,
): Record<string, number> {
  return Object.fromEntries(Object.entries(processes).map(([name, root]) => [name, sum(treeOf(root, stats))]))
}

function treeOf(root: number, stats: ReadonlyMap<number, Stat>): number[] {
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

const residentBytes = async (pid: number): Promise<number> => {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '0 0')
  return Number(statm.split(' ')[1]) * PAGE_BYTES
}
