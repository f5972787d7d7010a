import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { dryRun, installDefinitions, mustRefuse } from './api-server/dry-run.js'
import { startApiServer } from './api-server/start.js'
import { buildGoPrograms } from './go-programs.js'
import { ROOT, template, valueSets } from './helm.js'
import { parseManifests } from './manifests/read.js'
import type { KubeObject } from './manifests/types.js'

/** Resolves to whether the API server accepted every value set. */
export async function checkCluster(say: (line: string) => void): Promise<boolean> {
  const { helm, modules, missing } = await obtainTools()
  if (helm === undefined || modules === undefined) throw new Error(`Missing: ${missing.join(', ')}`)
  const rendered = await Promise.all(
    (await valueSets()).map(async ({ name, files }) => ({
      name,
      objects: parseManifests(await template(helm, files)),
    })),
  )
  const programs = await buildGoPrograms(['etcd', 'kube-apiserver'], say)
  say('Starting etcd and kube-apiserver')
  const server = await startApiServer({ etcd: `${programs}/etcd`, apiServer: `${programs}/kube-apiserver` })
  try {
    await mustRefuse(server.client)
    const { body } = await server.client.call('GET', '/version')
    const all = rendered.flatMap(({ objects }) => objects)
    const definitions = await installDefinitions(server.client, modules, all)
    say(`Kubernetes ${(body as { gitVersion: string }).gitVersion}, with ${definitions.join(', ')}`)
    let sound = true
    for (const { name, objects } of rendered) {
      const checked = objects.filter(isChecked)
      const { pods, faults } = await dryRun(server.client, `check-${name}`, checked)
      const left = objects.length - checked.length
      const leftOut = left === 0 ? '' : `, ${left} of a foreign kind left out`
      say(
        `${name.padEnd(14)} ${checked.length} objects, ${pods} pods: ${faults.length === 0 ? 'accepted' : 'REFUSED'}${leftOut}`,
      )
      for (const fault of faults) say(`  ${fault}`)
      sound &&= faults.length === 0
    }
    return sound
  } finally {
    await server.stop()
  }
}

/** False for Envoy's kinds, whose definitions no small module has. */
const isChecked = ({ apiVersion }: KubeObject): boolean => !apiVersion.startsWith('gateway.envoyproxy.io/')

export interface Tools {
  readonly helm: string | undefined
  readonly modules: Readonly<Record<string, string>> | undefined
  readonly missing: readonly string[]
}

/** Takes minutes the first time. */
export async function obtainTools(): Promise<Tools> {
  const { stdout } = await run(process.execPath, [`${ROOT}deploy/cluster/obtain-tools.mjs`])
  return JSON.parse(stdout) as Tools
}

const run = promisify(execFile)
