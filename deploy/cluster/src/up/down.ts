import { readdir, rm, rmdir } from 'node:fs/promises'
import { type Say, waitFor } from './commands.js'
import { type Difference, differences, markedProcesses, readMachine } from './machine.js'
import { PLACES } from './places.js'
import { readRecord, removeRecord } from './record.js'

const ENDED_WITHIN_MS = 30_000
const CGROUPS_GONE_WITHIN_MS = 20_000

/** Ends the cluster and removes what it made. Resolves to whether the machine is as it was before. */
export async function stopCluster(say: Say): Promise<boolean> {
  const record = await readRecord()
  await endProcesses()
  await removeCgroups(record?.cgroups ?? [])
  for (const name of await readdir(PLACES.home).catch(() => [])) {
    const path = `${PLACES.home}/${name}`
    if (path !== PLACES.record && path !== PLACES.logs) await rm(path, { recursive: true, force: true })
  }
  if (record === undefined) {
    say('No cluster is recorded here.')
    return true
  }
  const left = differences(record.before, await readMachine())
  for (const line of differenceLines(left)) say(line)
  if (left.length > 0) return false
  await removeRecord()
  say('The cluster is gone: mounts, links, cgroups, firewall and settings are as before.')
  return true
}

/** Returns a line for each thing that is not as it was. */
export const differenceLines = (all: readonly Difference[]): readonly string[] =>
  all.flatMap(({ area, left, gone }) => [
    ...left.map((line) => `${area}: left behind: ${line}`),
    ...gone.map((line) => `${area}: missing: ${line}`),
  ])

// With it ends the first process of its namespace, and with that the kernel ends everything in there.
const isFirst = ({ command }: { command: string }): boolean => command.startsWith('unshare ')

async function endProcesses(): Promise<void> {
  for (const { pid } of (await markedProcesses(PLACES.home)).filter(isFirst)) process.kill(pid, 'SIGKILL')
  const haveEnded = async (): Promise<boolean> => (await markedProcesses(PLACES.nodes)).length === 0
  // The comparison names those that are left.
  await waitFor('all processes of the cluster to end', ENDED_WITHIN_MS, haveEnded).catch(() => undefined)
}

async function removeCgroups(folders: readonly string[]): Promise<void> {
  // The kernel lets a cgroup go a moment after its last process.
  const areGone = async (): Promise<boolean> => (await Promise.all(folders.map(removeTree))).every(Boolean)
  await waitFor('the cgroups to go', CGROUPS_GONE_WITHIN_MS, areGone).catch(() => undefined)
}

/** Removes the deepest first: a cgroup's files cannot be removed, only the whole. */
async function removeTree(folder: string): Promise<boolean> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => undefined)
  if (entries === undefined) return true
  for (const entry of entries) if (entry.isDirectory()) await removeTree(`${folder}/${entry.name}`)
  return rmdir(folder).then(
    () => true,
    () => false,
  )
}
