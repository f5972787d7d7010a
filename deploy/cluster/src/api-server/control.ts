import type { KubeObject } from '../manifests/types.js'
import { judge } from './judge.js'
import type { Client } from './client.js'

const labels = { app: 'control' }

/** A Deployment with a misspelt field, of pods that may be root. */
const BROKEN: KubeObject = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'control' },
  spec: {
    replcas: 1,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: 'control', image: 'control:1' }] } },
  },
}

/** Throws unless the server refuses what it must: one that takes everything would prove nothing. */
export async function mustRefuse(client: Client): Promise<void> {
  const { faults } = await judge(client, 'check-control', [BROKEN])
  const said = faults.join('\n')
  for (const expected of ['replcas', 'Pod of Deployment/control: pods "control" is forbidden: violates PodSecurity']) {
    if (!said.includes(expected)) throw new Error(`The API server took what it must refuse (${expected}): ${said}`)
  }
}
