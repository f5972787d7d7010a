import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { waitFor } from './commands.js'
import type { Node } from './node.js'
import { binding, nodeService, ownRights } from './objects.js'
import { ADDRESSES, DNS_PORT, FIRST, kubeconfigOf, USERS } from './places.js'

const APPLIED_WITHIN_MS = 60_000
const LOOKED_UP_WITHIN_MS = 30_000
/** The chart has three stores. */
const VOLUMES = 3

/** Returns what a cluster needs before a chart: rights, DNS and volumes. */
export const addOns = (volumesFolder: string): readonly unknown[] => [
  binding('kla:proxy', 'system:node-proxier', USERS.proxy.user),
  ...ownRights(USERS.dns.user, [
    { apiGroups: [''], resources: ['services', 'namespaces'], verbs: ['list', 'watch'] },
    { apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'], verbs: ['list', 'watch'] },
  ]),
  ...ownRights(USERS.policies.user, [
    { apiGroups: [''], resources: ['pods', 'namespaces'], verbs: ['list', 'watch'] },
    { apiGroups: ['networking.k8s.io'], resources: ['networkpolicies'], verbs: ['list', 'watch'] },
  ]),
  ...nodeService({
    name: 'kube-dns',
    clusterIP: ADDRESSES.dns,
    port: { name: 'dns', port: 53, protocol: 'UDP' },
    targetPort: DNS_PORT,
  }),
  // No class: claims without a class take them where no class is the default.
  ...Array.from({ length: VOLUMES }, (_, index) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: `folder-${index + 1}` },
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      persistentVolumeReclaimPolicy: 'Retain',
      hostPath: { path: volumeFolder(volumesFolder, index), type: 'Directory' },
      // As a disk of a node: its store never runs elsewhere.
      nodeAffinity: {
        required: {
          nodeSelectorTerms: [
            { matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: [FIRST.name] }] },
          ],
        },
      },
    },
  })),
]

const volumeFolder = (folder: string, index: number): string => `${folder}/${index + 1}`

/** Returns CoreDNS's settings. A name outside of the cluster does not exist. */
export const corefile = (address: string, kubeconfigFile: string): string => `cluster.local:${DNS_PORT} {
  bind ${address}
  errors
  kubernetes {
    kubeconfig ${kubeconfigFile}
  }
}
.:${DNS_PORT} {
  bind ${address}
  errors
  template ANY ANY {
    rcode NXDOMAIN
  }
}
`

export async function installAddOns(node: Node, dns: string, folder: string): Promise<void> {
  const volumes = `${folder}/volumes`
  for (let index = 0; index < VOLUMES; index += 1) {
    await mkdir(volumeFolder(volumes, index), { recursive: true })
    // Each store has a user of its own.
    await chmod(volumeFolder(volumes, index), 0o777)
  }
  const file = `${folder}/add-ons.json`
  await writeFile(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: addOns(volumes) }))
  await node.run('kubectl', ['apply', '--filename', file], { withinMs: APPLIED_WITHIN_MS })
  const settings = `${folder}/Corefile`
  await writeFile(settings, corefile(ADDRESSES.node, kubeconfigOf('dns')))
  await node.start('dns', dns, ['-conf', settings])
  const question = `const { Resolver } = require('node:dns')
    const resolver = new Resolver({ timeout: 1000, tries: 1 })
    resolver.setServers(['${ADDRESSES.dns}'])
    resolver.resolve4('kubernetes.default.svc.cluster.local', (error) => process.exit(error ? 1 : 0))`
  await waitFor("the cluster's DNS through kube-proxy", LOOKED_UP_WITHIN_MS, async () => {
    await node.run(process.execPath, ['--eval', question], { withinMs: LOOKED_UP_WITHIN_MS })
    return true
  })
}
