import { buildBinaries } from './api-server/binaries.js'
import { mustRefuse } from './api-server/control.js'
import { installDefinitions } from './api-server/definitions.js'
import { judge } from './api-server/judge.js'
import { startApiServer } from './api-server/start.js'
import { template } from './helm/helm.js'
import { valueSets } from './helm/value-sets.js'
import { parseManifests } from './manifests/parse.js'
import type { KubeObject } from './manifests/types.js'
import { obtainTools } from './tools.js'

/** A kind whose definition comes in no module small enough to fetch for it. */
const isJudged = ({ apiVersion }: KubeObject): boolean => !apiVersion.startsWith('gateway.envoyproxy.io/')

/** Has a real API server judge every value set, and prints what it said. Resolves to whether it took all. */
export async function checkCluster(say: (line: string) => void): Promise<boolean> {
  const { helm, modules, missing } = await obtainTools()
  if (helm === undefined || modules === undefined) throw new Error(`Missing: ${missing.join(', ')}`)
  const rendered = await Promise.all(
    (await valueSets()).map(async ({ name, files }) => ({ name, objects: parseManifests(await template(helm, files)) })),
  )
  const binaries = await buildBinaries(say)
  say('Starting etcd and kube-apiserver')
  const server = await startApiServer(binaries)
  try {
    await mustRefuse(server.client)
    const { body } = await server.client.call('GET', '/version')
    const all = rendered.flatMap(({ objects }) => objects)
    const definitions = await installDefinitions(server.client, modules, all)
    say(`Kubernetes ${(body as { gitVersion: string }).gitVersion}, with ${definitions.join(', ')}`)
    let sound = true
    for (const { name, objects } of rendered) {
      const judged = objects.filter(isJudged)
      const { pods, faults } = await judge(server.client, `check-${name}`, judged)
      const left = objects.length - judged.length
      const leftOut = left === 0 ? '' : `, ${left} of a foreign kind left out`
      say(`${name.padEnd(14)} ${judged.length} objects, ${pods} pods: ${faults.length === 0 ? 'accepted' : 'REFUSED'}${leftOut}`)
      for (const fault of faults) say(`  ${fault}`)
      sound &&= faults.length === 0
    }
    return sound
  } finally {
    await server.stop()
  }
}
