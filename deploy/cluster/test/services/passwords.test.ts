import { expect } from '@jest/globals'
import { CHART, type KubeObject } from '@kla/cluster'
import { describeWithHelm, rendered, testWithHelm } from '../with-helm.js'

interface Volumes {
  readonly volumes: readonly { name: string; secret?: { items: readonly { key: string; path: string }[] } }[]
}

describeWithHelm('the Job that makes roles', () => {
  // It stops at the first role without a password, and nothing becomes Ready.
  testWithHelm('mounts the password of each role that has one', async () => {
    const { objects, workloads } = await rendered([`${CHART}/values-dev.yaml`])
    const secret = objects.find(
      ({ kind, metadata }) => kind === 'Secret' && metadata.name === 'kla-postgres-admin',
    ) as KubeObject & { readonly stringData: Readonly<Record<string, string>> }
    const { template } = workloads.find(({ name }) => name.startsWith('Job/kla-migrate'))!
    const volume = (template.spec as unknown as Volumes).volumes.find(({ name }) => name === 'passwords')
    const mounted = volume!.secret!.items.map(({ key, path }) => (key === path ? key : `${key} as ${path}`))
    const given = Object.keys(secret.stringData).filter((key) => /_PASSWORD$/.test(key) && key !== 'POSTGRES_PASSWORD')
    expect(given).toContain('EVIDENCE_VAULT_PASSWORD')
    expect(mounted.sort()).toEqual(given.sort())
  })
})
