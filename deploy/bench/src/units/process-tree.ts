import { readdir, readFile } from 'node:fs/promises'

const NANOS_PER_MICRO = 1_000
const PAGE_BYTES = 4_096

/** A process of Linux and all that it has started, and they in turn. */
export async function treeOf(root: number): Promise<number[]> {
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc')) {
    const pid = Number(name)
    if (Number.isInteger(pid)) parents.set(pid, await parentOf(pid))
  }
  const tree = [root]
  for (const pid of tree) for (const [child, parent] of parents) if (parent === pid) tree.push(child)
  return tree
}

/** Children of a process that run a program of this name. */
export async function childrenNamed(parent: number, name: string): Promise<number[]> {
  const found: number[] = []
  for (const pid of await treeOf(parent)) {
    const program = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
    if (pid !== parent && program.trim() === name && (await parentOf(pid)) === parent) found.push(pid)
  }
  return found
}

/** Microseconds that the living threads of some processes have spent on a processor. */
export async function cpuMicrosOf(pids: readonly number[]): Promise<number> {
  let nanos = 0
  for (const pid of pids) {
    for (const thread of await readdir(`/proc/${pid}/task`).catch(() => [])) {
      const stat = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0')
      nanos += Number(stat.split(' ')[0])
    }
  }
  return nanos / NANOS_PER_MICRO
}

/** Bytes of memory that some processes have and share with nobody. */
export async function privateBytesOf(pids: readonly number[]): Promise<number> {
  let pages = 0
  for (const pid of pids) {
    const [, resident = 0, shared = 0] = (await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '0 0 0'))
      .split(' ')
      .map(Number)
    pages += resident - shared
  }
  return pages * PAGE_BYTES
}

async function parentOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name stands in brackets and may hold anything.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}
