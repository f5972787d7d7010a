import { setTimeout as sleep } from 'node:timers/promises'
import { obtainTools } from '../check-cluster.js'
import { buildGoPrograms } from '../go-programs.js'
import { ClusterFailure, type Say } from '../up/commands.js'
import { findNode } from '../up/node.js'
import { readRecord } from '../up/record.js'
import { VALUES } from '../up/release.js'
import { type Battles, beginBattles } from './battles.js'
import { type Cluster, createCluster } from './cluster.js'
import { lossesOf, operateTable, type Row } from './figures.js'
import { readOperateOptions } from './options.js'
import { PODS_AT_FIRST, type Step, STEPS } from './steps.js'

// Battles are under way before a change, and players have time to notice it after.
const PAUSE_MS = 5_000

/** Does what operators do, on the running cluster and under battles. Resolves to whether nothing was lost. */
export async function operateCluster(args: readonly string[], say: Say): Promise<boolean> {
  const { groups, battles } = readOperateOptions(args)
  if (!(await readRecord())) throw new ClusterFailure('No cluster is running. Start one: npm run cluster')
  const { helm, missing } = await obtainTools()
  if (helm === undefined) throw new ClusterFailure(`Missing: ${missing.join(', ')}`)
  const node = await findNode(await buildGoPrograms([], say))
  const cluster = createCluster({ node, helm, values: VALUES, say })
  for (const [component, count] of Object.entries(PODS_AT_FIRST)) await cluster.scale(component, count)
  const rows: Row[] = []
  try {
    for (const step of STEPS.filter(({ group }) => groups.includes(group))) {
      await cluster.settled()
      say(`${step.name}: begins`)
      await step.prepare?.(cluster)
      const begin = (): Promise<Battles> => beginBattles(node, step.battles ?? battles)
      const row = await measure(step, { cluster, begin, pauseMs: PAUSE_MS })
      rows.push(row)
      // A run that is stopped keeps what it has measured.
      for (const line of [...(row.notes ?? []), ...operateTable([row]).slice(-1), ...lossesOf(row)]) say(line)
    }
  } finally {
    for (const line of operateTable(rows)) say(line)
  }
  return rows.length > 0 && rows.flatMap(lossesOf).length === 0
}

/** Makes one change during battles. A fault of it becomes part of the row. */
export async function measure(
  step: Step,
  { cluster, begin, pauseMs }: { cluster: Cluster; begin: () => Promise<Battles>; pauseMs: number },
): Promise<Row> {
  let row: Row = { step: step.name }
  const failed = (error: unknown): void => {
    if (!(error instanceof Error)) throw error
    row = { ...row, failure: [row.failure, error.message].filter(Boolean).join('; ') }
  }
  let battles = step.isAlone ? undefined : await begin().catch(failed)
  if (!battles && !step.isAlone) {
    await step.undo?.(cluster).catch(failed)
    return row
  }
  try {
    await sleep(pauseMs)
    const beganAt = Date.now()
    const { isSeen, notes, faults = [] } = (await step.act(cluster)) ?? {}
    if (notes) row = { ...row, notes }
    for (const fault of faults) failed(new ClusterFailure(fault))
    await cluster.ready(isSeen)
    row = { ...row, readySeconds: (Date.now() - beganAt) / 1_000 }
    battles ??= await begin()
    await cluster.settled()
    await sleep(pauseMs)
  } catch (error) {
    failed(error)
  }
  const outcome = await battles?.finish().catch(failed)
  await step.undo?.(cluster).catch(failed)
  return outcome ? { ...row, figures: outcome.figures } : row
}
