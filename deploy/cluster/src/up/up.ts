import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { obtainTools } from '../check-cluster.js'
import {
  buildDns,
  buildGoPrograms,
  buildNats,
  buildPolicyEngine,
  GO_PROGRAMS,
  type GoProgramName,
} from '../go-programs.js'
import { template } from '../helm.js'
import { installAddOns } from './add-ons.js'
import { ClusterFailure, type Say } from './commands.js'
import {
  startContainerRuntime,
  startControlPlane,
  startKubelet,
  writeConfigFiles,
  writeNodeFiles,
} from './control-plane.js'
import { imagesOf, loadImages, makeImages } from './images/load.js'
import { clusterCgroups, readMachine } from './machine.js'
import { checkNeeds } from './needs.js'
import { startPolicyEngine } from './network-policies.js'
import { createNode, joinNode } from './node.js'
import { FIRST, PLACES, SECOND } from './places.js'
import { readRecord, writeRecord } from './record.js'
import { forwardPorts, install, playBattles, testRelease, VALUES } from './release.js'
import { createSteps, stepTable } from './steps.js'

interface UpOptions {
  readonly battles: number
  readonly nodes: 1 | 2
  /** Arguments of the bots for changes during the battles. */
  readonly changes: readonly string[]
}

/** Reads `--battles 4`, `--nodes 2` and, after `--`, what the bots take for changes, such as `--scale game-engine=1,4,2`. */
export function readUpOptions(args: readonly string[]): UpOptions {
  const end = args.indexOf('--')
  const [own, changes] = end === -1 ? [args, []] : [args.slice(0, end), args.slice(end + 1)]
  const { values } = parseArgs({
    args: [...own],
    options: { battles: { type: 'string', default: '4' }, nodes: { type: 'string', default: '1' } },
  })
  const battles = Number(values.battles)
  if (!Number.isInteger(battles) || battles < 0) throw new ClusterFailure(`--battles ${values.battles} is not a number`)
  if (values.nodes !== '1' && values.nodes !== '2') throw new ClusterFailure(`--nodes ${values.nodes} is not 1 or 2`)
  return { battles, nodes: values.nodes === '2' ? 2 : 1, changes }
}

/** Starts a cluster of one node or two, installs the chart and plays battles on it. Resolves to whether all steps passed. */
export async function startCluster(args: readonly string[], say: Say): Promise<boolean> {
  const options = readUpOptions(args)
  await checkNeeds()
  if (await readRecord())
    throw new ClusterFailure('There is already a cluster, or leftovers of one. Remove it: npm run cluster:down')
  const steps = createSteps(say, Date.now)
  const { step } = steps
  try {
    const { helm, missing } = await step('helm', obtainTools)
    if (helm === undefined) throw new ClusterFailure(`Missing: ${missing.join(', ')}`)
    const programs = await step('Kubernetes and etcd from source', () =>
      buildGoPrograms(Object.keys(GO_PROGRAMS) as GoProgramName[], say),
    )
    const engine = await step('network policies from source', () => buildPolicyEngine(say))
    const dns = await step('CoreDNS from source', () => buildDns(say))
    const nats = await step('NATS from source', () => buildNats(say))
    await step('record of the machine', async () => {
      const before = await readMachine()
      const cgroups = await clusterCgroups()
      const taken = cgroups.filter((cgroup) => before.cgroups.includes(cgroup))
      if (taken.length > 0) throw new ClusterFailure(`Another cluster runs on this machine: ${taken.join(', ')}`)
      await rm(PLACES.logs, { recursive: true, force: true })
      await writeRecord({ startedAtMs: Date.now(), before, cgroups })
    })
    const layout = await step('images from the built tree', async () =>
      makeImages({ images: imagesOf(await template(helm, VALUES)), nats }, `${PLACES.node}/images`, say),
    )
    const node = await step('namespaces of the node', () => createNode(programs))
    await step('keys and settings', async () => {
      await writeConfigFiles(PLACES.node)
      await writeNodeFiles(FIRST)
    })
    await step('control plane', () => startControlPlane(node, PLACES.node))
    await step('container runtime', () => startContainerRuntime(node, PLACES.node))
    await step('node Ready', () => startKubelet(node, FIRST))
    await step('DNS and volumes', () => installAddOns(node, dns, PLACES.node))
    await step('network policies', () => startPolicyEngine(node, engine, FIRST))
    await step('images into the runtime', () => loadImages(node, layout))
    if (options.nodes === 2) {
      await step('second node Ready, with images', async () => {
        const second = await joinNode(programs, node)
        await writeNodeFiles(SECOND)
        await startContainerRuntime(second, SECOND.folder)
        await loadImages(second, layout)
        await startKubelet(second, SECOND)
        await startPolicyEngine(second, engine, SECOND)
      })
    }
    await step('helm install to all Ready', () => install(node, helm, VALUES))
    await step('helm test', () => testRelease(node, helm))
    await step('ports', () => forwardPorts(node))
    if (options.battles > 0) {
      const report = await step(`${options.battles} battles`, () => playBattles(node, options.battles, options.changes))
      say(report.trim())
    }
    say(
      `Look around: nsenter --target ${node.pid} --all --wd=. env KUBECONFIG=${PLACES.node}/admin.conf ${programs}/kubectl get pods -A`,
    )
    return true
  } catch (error) {
    if (!(error instanceof Error)) throw error
    say(error.message)
    say(`Logs: ${PLACES.logs}`)
    return false
  } finally {
    for (const line of stepTable(steps.taken())) say(line)
    say('End it with: npm run cluster:down')
  }
}
