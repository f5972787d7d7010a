import { readdir, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { RELEASE, ROOT } from '../../helm.js'
import { waitFor } from '../../up/commands.js'
import type { Node } from '../../up/node.js'
import { PLACES } from '../../up/places.js'
import { forwardPorts, install, stopForwarding, testRelease, uninstall } from '../../up/release.js'
import { beginBattles } from '../battles.js'
import type { Change } from '../change.js'
import { lossesOf } from '../figures.js'
import { type Listed, servicesOf } from '../readiness.js'

const PROGRAM = `${ROOT}deploy/cluster/dist/operate/restore/copies-main.js`
const BATTLES = 4
const PLAYED_MS = 20_000
const COPIED_WITHIN_MS = 120_000
const CHECKED_WITHIN_MS = 240_000
const CHECKS = ['verify-audit', 'verify-evidence', 'check-standings', 'check-pass']

export interface RestoreDeps {
  readonly node: Node
  readonly helm: string
  readonly values: readonly string[]
  readonly kubectl: (...args: readonly string[]) => Promise<string>
  readonly list: () => Promise<readonly Listed[]>
  readonly scale: (component: string, count: number) => Promise<void>
  readonly settled: () => Promise<void>
}

/**
 * Backs up the release, deletes it with its volumes, installs it anew and restores it; deploy/BACKUP.md. Its stores come
 * with the release, so services start once on empty ones and stop for the restore.
 */
export async function restore(deps: RestoreDeps): Promise<Change> {
  const { node, helm, values, kubectl } = deps
  const notes: string[] = []
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const beganAt = Date.now()
    const result = await work()
    notes.push(`| ${name} | ${((Date.now() - beganAt) / 1_000).toFixed(1)} |`)
    return result
  }
  const folder = `${PLACES.node}/backup`
  await rm(folder, { recursive: true, force: true })
  const faults = await step(`${BATTLES} battles`, () => play(node))
  const copied = await step('PostgreSQL and JetStream copied', () => copies(deps, 'back-up', folder))
  faults.push(...(await step(`${BATTLES} battles that the copy does not have`, () => play(node))))
  await step('uninstalled, volumes deleted', async () => {
    await stopForwarding(node)
    await uninstall(node, helm)
    await deleteVolumes(deps)
  })
  await step('installed on empty stores', () => install(node, helm, values, { 'chores.enabled': true }))
  await step('services stopped', () => scaleAll(deps, 0))
  await step('stores restored, every table compared', () => copies(deps, 'restore', folder))
  await step('services Ready', async () => {
    await scaleAll(deps, 1)
    await deps.scale('gateway', 2)
    await deps.settled()
  })
  await step(CHECKS.join(', '), async () => {
    for (const check of CHECKS)
      await kubectl('create', 'job', `--from=cronjob/${RELEASE}-${check}`, `${check}-restored`)
    await waitFor('the checks of what was restored', CHECKED_WITHIN_MS, async () => {
      const succeeded = '{range .items[?(@.status.succeeded==1)]}{.metadata.name} {end}'
      const names = await kubectl('get', 'jobs', '--output', `jsonpath=${succeeded}`)
      return CHECKS.every((check) => names.includes(`${check}-restored`))
    })
  })
  await step('helm test', () => testRelease(node, helm))
  await forwardPorts(node)
  return { notes: [`Copied: ${copied.trim()}`, '| restore | seconds |', '|---|---:|', ...notes], faults }
}

/** Plays some battles to their end. Resolves to what was lost. */
async function play(node: Node): Promise<string[]> {
  const battles = await beginBattles(node, BATTLES)
  await sleep(PLAYED_MS)
  return [...lossesOf({ step: 'battles', figures: (await battles.finish()).figures })]
}

async function copies({ node, kubectl }: RestoreDeps, what: 'back-up' | 'restore', folder: string): Promise<string> {
  const hostOf = (store: string): Promise<string> =>
    kubectl('get', 'service', `${RELEASE}-${store}`, '--output', 'jsonpath={.spec.clusterIP}')
  const secret = ['get', 'secret', `${RELEASE}-postgres-admin`, '--output', 'jsonpath={.data.ADMIN_URL}']
  const adminUrl = Buffer.from(await kubectl(...secret), 'base64').toString()
  // Every password of values-dev.yaml is the same.
  const urls = [
    adminUrl.replace(`${RELEASE}-postgres`, await hostOf('postgres')),
    `redis://operator:made-up@${await hostOf('redis')}:6379`,
    `nats://operator:made-up@${await hostOf('nats')}:4222`,
  ]
  return node.run(process.execPath, [PROGRAM, what, folder, ...urls], { withinMs: COPIED_WITHIN_MS })
}

/** Empties the folders behind the stores' volumes, and lets new claims have them. */
async function deleteVolumes({ kubectl }: RestoreDeps): Promise<void> {
  await kubectl('delete', 'pvc', '--all')
  const volumes = `${PLACES.node}/volumes`
  for (const volume of await readdir(volumes)) {
    for (const entry of await readdir(`${volumes}/${volume}`)) {
      await rm(`${volumes}/${volume}/${entry}`, { recursive: true, force: true })
    }
  }
  const names = (await kubectl('get', 'pv', '--output', 'name')).trim().split('\n')
  for (const name of names) await kubectl('patch', name, '--type', 'merge', '--patch', '{"spec":{"claimRef":null}}')
}

async function scaleAll({ list, scale, settled }: RestoreDeps, count: number): Promise<void> {
  for (const service of servicesOf(await list())) await scale(service, count)
  await settled()
}
