import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from '@jest/globals'
import type { Rendered } from '@kla/cluster'
import { describeWithHelm, rendered, testWithHelm, valueSet } from './with-helm.js'

const run = promisify(execFile)

const NODES = { 'turn-1': { relayIp: '203.0.113.8' }, 'turn-2': { relayIp: '10.0.0.9', externalIp: '203.0.113.9' } }
const COTURN = { enabled: true, mode: 'hostNetwork', namespace: 'kla-turn', maxPort: 60000, replicas: 2, nodes: NODES }

const isTurn = (labels: Readonly<Record<string, string>> | undefined): boolean =>
  labels?.['app.kubernetes.io/component'] === 'coturn'

/** Runs what the container runs, with a turnserver that does nothing; the answer is what it would have read. */
async function configured({ workloads, objects }: Rendered, node: string, podIp: string): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'kla-relay-'))
  try {
    const files = objects.find(({ kind, metadata }) => kind === 'ConfigMap' && isTurn(metadata.labels))?.data ?? {}
    await mkdir(join(folder, 'conf'))
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'conf', name), text)
    await writeFile(join(folder, 'turnserver'), '#!/bin/sh\n')
    await chmod(join(folder, 'turnserver'), 0o755)
    const [container] = workloads.find(({ labels }) => isTurn(labels))?.template.spec.containers ?? []
    const here = (container?.args?.[0] ?? '')
      .replaceAll('/etc/coturn-conf', join(folder, 'conf'))
      .replaceAll('/tmp/turnserver.conf', join(folder, 'made'))
    const env = { PATH: `${folder}:${process.env['PATH']}`, TURN_SECRET: 'made-up', POD_IP: podIp, NODE_NAME: node }
    await run('sh', ['-euc', here], { env })
    return (await readFile(join(folder, 'made'), 'utf8')).split('\n')
  } finally {
    await rm(folder, { recursive: true })
  }
}

describeWithHelm('coturn on a node', () => {
  const turn = () => rendered(valueSet('gateway-api').files, [`coturn=${JSON.stringify(COTURN)}`])

  testWithHelm("relays from its dedicated address and blocks the node's own", async () => {
    const lines = await configured(await turn(), 'turn-2', '10.0.0.5')
    const addresses = lines.filter((line) =>
      /^(listening-ip|relay-ip|allowed-peer-ip|external-ip|prometheus-address)=/.test(line),
    )
    expect(addresses).toEqual([
      'listening-ip=10.0.0.5',
      'prometheus-address=10.0.0.5',
      'relay-ip=10.0.0.9',
      'allowed-peer-ip=10.0.0.9',
      'external-ip=203.0.113.9/10.0.0.9',
    ])
    expect(lines).toContain('denied-peer-ip=10.0.0.5')
  })

  testWithHelm("does not start with the node's own address or on an unlisted node", async () => {
    await expect(configured(await turn(), 'turn-1', '203.0.113.8')).rejects.toThrow(
      /is the node's own address, 203\.0\.113\.8/,
    )
    await expect(configured(await turn(), 'turn-3', '10.0.0.6')).rejects.toThrow(/turn-3\.conf/)
  })

  testWithHelm('is scheduled on listed nodes only', async () => {
    const { workloads } = await turn()
    const spec = workloads.find(({ labels }) => isTurn(labels))?.template.spec
    const terms = ['turn-1', 'turn-2'].map((node) => ({
      matchFields: [{ key: 'metadata.name', operator: 'In', values: [node] }],
    }))
    expect(spec).toMatchObject({
      affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } } },
    })
  })
})
