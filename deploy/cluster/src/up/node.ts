import { type ChildProcess, type ChildProcessByStdio, spawn, type StdioOptions } from 'node:child_process'
import { type FileHandle, mkdir, open, readFile, writeFile } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
import { ClusterFailure, run, waitFor } from './commands.js'
import { KERNEL_SETTINGS, makeCgroup, markedProcesses } from './machine.js'
import { ADDRESSES, FIRST, type Place, PLACES, SECOND } from './places.js'

/** A node: its own mounts, network and process ids. All end with its first process. */
export interface Node {
  /** Process id on the machine of the node's first process. */
  readonly pid: number
  run(command: string, args: readonly string[], options: { withinMs: number; env?: NodeJS.ProcessEnv }): Promise<string>
  /** Starts a process that lives as long as the node. Its output goes to logs/<name>.log. */
  start(name: string, command: string, args: readonly string[]): Promise<void>
  /** Starts a process that the caller talks with. Its errors go to logs/<name>.log. */
  open(name: string, command: string, args: readonly string[]): Promise<ChildProcessByStdio<Writable, Readable, null>>
}

const STARTS_WITHIN_MS = 10_000
const COMMAND_WITHIN_MS = 10_000
/** Commands that must not use the machine's nftables. */
const FIREWALL_COMMANDS = ['iptables', 'iptables-save', 'iptables-restore'].flatMap((name) => [
  name,
  name.replace('iptables', 'ip6tables'),
])

/** Creates the first node's namespaces; the record must be there already. */
export async function createNode(binaries: string): Promise<Node> {
  const { node, inside } = await createNamespaces(binaries, FIRST)
  await createNetwork(inside)
  await ownFirewall(inside)
  return node
}

/** Creates the second node's namespaces, with a link to the first. The link ends with the second node. */
export async function joinNode(binaries: string, first: Node): Promise<Node> {
  const { node, inside } = await createNamespaces(binaries, SECOND)
  await makeCgroup(SECOND.cgroup)
  const ends = ['link', 'add', 'to-node-2', 'type', 'veth', 'peer', 'name', 'node0', 'netns', String(node.pid)]
  // Without the first node's process ids, where the second has none.
  await run('nsenter', [`--target=${first.pid}`, '--net', '--', 'ip', ...ends], { withinMs: COMMAND_WITHIN_MS })
  const near = insideOf(first)
  await near('ip', 'link', 'set', 'to-node-2', 'up')
  await near('ip', 'route', 'add', SECOND.address, 'dev', 'to-node-2', 'src', FIRST.address)
  await near('ip', 'route', 'add', SECOND.pods, 'via', SECOND.address, 'dev', 'to-node-2', 'onlink')
  await inside('ip', 'link', 'set', 'lo', 'up')
  await inside('ip', 'address', 'add', `${SECOND.address}/32`, 'dev', 'node0')
  await inside('ip', 'link', 'set', 'node0', 'up')
  await inside('ip', 'route', 'add', FIRST.address, 'dev', 'node0', 'src', SECOND.address)
  await inside('ip', 'route', 'add', 'default', 'via', FIRST.address, 'dev', 'node0', 'onlink', 'src', SECOND.address)
  await forward(inside)
  return node
}

async function createNamespaces(binaries: string, place: Place): Promise<{ node: Node; inside: Inside }> {
  await mkdir(`${PLACES.node}/bin`, { recursive: true })
  await mkdir(place.folder, { recursive: true })
  await mkdir(PLACES.logs, { recursive: true })
  await writeFile(place.mark, '')
  // tini reaps orphans, as the first process of a node must; tail is there to carry the mark.
  spawn(
    'unshare',
    [
      ...['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc'],
      ...['tini', '--', 'tail', '-f', place.mark],
    ],
    { detached: true, stdio: 'ignore' },
  ).unref()
  const node = await findNode(binaries, place)
  const inside = insideOf(node)
  // What programs write there stays in the node: sockets, leases of addresses, links to logs.
  for (const folder of ['/run', '/var/lib', '/var/log']) await inside('mount', '-t', 'tmpfs', 'tmpfs', folder)
  await ownSettings(inside, place)
  return { node, inside }
}

type Inside = (...command: readonly string[]) => Promise<string>

const insideOf =
  (node: Node): Inside =>
  (...command) =>
    node.run(command[0] ?? '', command.slice(1), { withinMs: COMMAND_WITHIN_MS })

/** Hides kernel settings that the kubelet sets for a whole machine behind copies. */
async function ownSettings(inside: Inside, { folder }: Place): Promise<void> {
  await mkdir(`${folder}/settings`, { recursive: true })
  for (const name of KERNEL_SETTINGS) {
    const copy = `${folder}/settings/${name.replaceAll('/', '.')}`
    await writeFile(copy, await readFile(`/proc/sys/${name}`))
    await inside('mount', '--bind', copy, `/proc/sys/${name}`)
  }
}

async function createNetwork(inside: Inside): Promise<void> {
  await inside('ip', 'link', 'set', 'lo', 'up')
  // Not every kernel has links of the type dummy.
  await inside('ip', 'link', 'add', 'node0', 'type', 'veth', 'peer', 'name', 'node1')
  await inside('ip', 'link', 'set', 'node1', 'up')
  await inside('ip', 'address', 'add', `${ADDRESSES.node}/24`, 'dev', 'node0')
  await inside('ip', 'link', 'set', 'node0', 'up')
  await inside('ip', 'route', 'add', 'default', 'dev', 'node0', 'src', ADDRESSES.node)
  await forward(inside)
}

async function forward(inside: Inside): Promise<void> {
  await inside('sysctl', '-qw', 'net.ipv4.ip_forward=1', 'net.ipv4.conf.all.route_localnet=1')
  // Missing where bridges are no module of their own or pass the firewall anyway.
  await inside('sysctl', '-qw', 'net.bridge.bridge-nf-call-iptables=1').catch(() => undefined)
}

async function ownFirewall(inside: Inside): Promise<void> {
  for (const command of FIREWALL_COMMANDS) {
    await inside('ln', '-sfn', '/usr/sbin/xtables-legacy-multi', `${PLACES.node}/bin/${command}`)
  }
}

/** Finds a running node by its mark. */
export async function findNode(binaries: string, place: Place = FIRST): Promise<Node> {
  let pid = 0
  await waitFor(place.name, STARTS_WITHIN_MS, async () => {
    pid = firstProcess(await markedProcesses(place.mark)) ?? 0
    return pid !== 0
  })
  return nodeOf(pid, binaries, place)
}

/** Returns the process with id 1 in the node: it is tini, which unshare started. */
export const firstProcess = (processes: readonly { pid: number; command: string }[]): number | undefined =>
  processes.find(({ command }) => command.startsWith('tini '))?.pid

function nodeOf(pid: number, binaries: string, { name: place }: Place): Node {
  const entering = [`--target=${pid}`, '--mount', '--net', '--pid', '--']
  const env = {
    ...process.env,
    PATH: `${PLACES.node}/bin:${binaries}:/usr/sbin:/usr/bin:/sbin:/bin`,
    KUBECONFIG: `${PLACES.node}/admin.conf`,
  }
  const logged = async (name: string, begin: (log: number) => ChildProcess): Promise<ChildProcess> => {
    const log = await logOf(`${place === FIRST.name ? '' : `${place}-`}${name}`)
    try {
      const child = begin(log.fd)
      await started(name, child)
      return child
    } finally {
      await log.close()
    }
  }
  return {
    pid,
    run: (command, args, options) =>
      run('nsenter', [...entering, command, ...args], { ...options, env: { ...env, ...options.env } }),
    async start(name, command, args) {
      const child = await logged(name, (log) => {
        const stdio: StdioOptions = ['ignore', log, log]
        return spawn('nsenter', [...entering, command, ...args], { detached: true, stdio, env })
      })
      child.unref()
    },
    async open(name, command, args) {
      const child = await logged(name, (log) =>
        spawn('nsenter', [...entering, command, ...args], { stdio: ['pipe', 'pipe', log], env }),
      )
      return child as ChildProcessByStdio<Writable, Readable, null>
    },
  }
}

const logOf = (name: string): Promise<FileHandle> => open(`${PLACES.logs}/${name}.log`, 'a')

const started = (name: string, child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (error) => reject(new ClusterFailure(`${name} could not start: ${error.message}`)))
  })
