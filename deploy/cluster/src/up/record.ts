import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import type { Machine } from './machine.js'
import { PLACES } from './places.js'

/** What `cluster:down` needs to undo a cluster, beside the folder of it. Written before anything is created. */
export interface ClusterRecord {
  readonly startedAtMs: number
  /** The machine before the cluster. */
  readonly before: Machine
  /** Cgroups that the kubelet and containerd make. */
  readonly cgroups: readonly string[]
}

export async function readRecord(): Promise<ClusterRecord | undefined> {
  const text = await readFile(PLACES.record, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as ClusterRecord)
}

export async function writeRecord(record: ClusterRecord): Promise<void> {
  await mkdir(PLACES.home, { recursive: true })
  const unfinished = `${PLACES.record}.${process.pid}`
  await writeFile(unfinished, JSON.stringify(record, null, 2))
  await rename(unfinished, PLACES.record)
}

export const removeRecord = (): Promise<void> => rm(PLACES.record, { force: true })
