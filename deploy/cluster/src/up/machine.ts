import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from './commands.js'
import { PLACES, SECOND } from './places.js'

/** What a cluster could leave behind on this machine, as sorted lines for each area. */
export type Machine = Readonly<Record<Area, readonly string[]>>

export const AREAS = ['mounts', 'links', 'network namespaces', 'cgroups', 'firewall', 'settings', 'processes'] as const
type Area = (typeof AREAS)[number]

const READ_WITHIN_MS = 10_000
const CGROUPS = '/sys/fs/cgroup'
/** The kubelet sets these. The node has its own copies. */
export const KERNEL_SETTINGS = [
  ...['vm/overcommit_memory', 'vm/panic_on_oom', 'kernel/panic', 'kernel/panic_on_oops'],
  ...['kernel/keys/root_maxkeys', 'kernel/keys/root_maxbytes'],
]
const FIREWALLS = ['iptables-legacy-save', 'ip6tables-legacy-save', 'iptables-nft-save', 'ip6tables-nft-save']

export async function readMachine(): Promise<Machine> {
  const settings = [...KERNEL_SETTINGS, 'net/ipv4/ip_forward', 'net/ipv4/conf/all/route_localnet']
  const [mounts, links, namespaces, cgroups, firewalls, values, processes] = await Promise.all([
    readFile('/proc/self/mounts', 'utf8'),
    run('ip', ['-oneline', 'link'], { withinMs: READ_WITHIN_MS }),
    readdir('/run/netns').catch(() => []),
    cgroupsBelow(CGROUPS),
    Promise.all(FIREWALLS.map((command) => run(command, [], { withinMs: READ_WITHIN_MS }).catch(() => ''))),
    Promise.all(settings.map(async (name) => `${name} = ${(await readFile(`/proc/sys/${name}`, 'utf8')).trim()}`)),
    markedProcesses(PLACES.home),
  ])
  return {
    mounts: mountPoints(mounts),
    links: linkNames(links),
    'network namespaces': [...namespaces].sort(),
    cgroups: runtimeCgroups(cgroups),
    firewall: FIREWALLS.flatMap((command, at) =>
      firewallRules(firewalls[at] ?? '').map((rule) => `${command}: ${rule}`),
    ).sort(),
    settings: values.sort(),
    processes: processes.map(({ pid, command }) => `${pid} ${command}`),
  }
}

export const mountPoints = (text: string): readonly string[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(' ').slice(1, 3).join(' '))
    .sort()

export const linkNames = (text: string): readonly string[] =>
  [...text.matchAll(/^\d+: ([^:@]+)/gm)].map(([, name]) => name ?? '').sort()

/** Leaves out counters, comments and tables without a rule: reading makes empty tables. */
export const firewallRules = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line.startsWith('-A ') || /^:\S+ (DROP|-)/.test(line))

/** Lists the cgroups that a cluster makes: those of kubelets and containerd, in each hierarchy. */
export const clusterCgroups = (): Promise<readonly string[]> => inHierarchies(['kubepods', 'k8s.io', SECOND.cgroup])

/** Makes a cgroup in each hierarchy, with its parent's processors and memory. */
export async function makeCgroup(cgroup: string): Promise<void> {
  const isUnified = (await readdir(CGROUPS)).includes('cgroup.procs')
  const hierarchies = isUnified ? ['.'] : await readdir(CGROUPS)
  for (const parent of hierarchies.map((hierarchy) => join(CGROUPS, hierarchy))) {
    await mkdir(`${parent}/${cgroup}`, { recursive: true })
    if (isUnified) continue
    for (const name of ['cpuset.cpus', 'cpuset.mems']) {
      const value = await readFile(`${parent}/${name}`, 'utf8').catch(() => '')
      if (value !== '') await writeFile(`${parent}/${cgroup}/${name}`, value)
    }
  }
}

const inHierarchies = async (names: readonly string[]): Promise<readonly string[]> =>
  // The unified hierarchy is the folder itself.
  ['.', ...(await readdir(CGROUPS))].flatMap((hierarchy) => names.map((name) => join(CGROUPS, hierarchy, name)))

/** Leaves out the cgroups of services and sessions, which come and go on any machine. */
export const runtimeCgroups = (paths: readonly string[]): readonly string[] =>
  paths.filter((path) => /kube|k8s|docker|containerd|runc|cri-/i.test(path)).sort()

async function cgroupsBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${folder}/${name}`)
  return [...folders, ...(await Promise.all(folders.map(cgroupsBelow))).flat()]
}

interface MarkedProcess {
  readonly pid: number
  readonly command: string
}

/** Finds processes of this cluster by a path in their command line, as a process id may be another's by now. */
export async function markedProcesses(mark: string): Promise<readonly MarkedProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const found = await Promise.all(
    pids
      .filter((pid) => pid !== process.pid && pid !== process.ppid)
      .map(async (pid) => ({
        pid,
        command: (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ').trim(),
      })),
  )
  return found.filter(({ command }) => command.includes(mark))
}

/** Lines that came or went, by area. */
export interface Difference {
  readonly area: Area
  readonly left: readonly string[]
  readonly gone: readonly string[]
}

/** Returns the areas that are not as they were. */
export const differences = (before: Machine, after: Machine): readonly Difference[] =>
  AREAS.map((area) => ({
    area,
    left: after[area].filter((line) => !before[area].includes(line)),
    gone: before[area].filter((line) => !after[area].includes(line)),
  })).filter(({ left, gone }) => left.length + gone.length > 0)
