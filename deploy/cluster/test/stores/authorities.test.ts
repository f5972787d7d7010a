import { expect } from '@jest/globals'
import { containersOf, environmentOf, type Rendered } from '@kla/cluster'
import { describeWithHelm, rendered, testWithHelm, valueSet } from '../with-helm.js'

const STORES = /^(POSTGRES|REDIS|NATS|MIGRATE|ADMIN)_URL$/

/** Every container that connects to a store, with the file of certificates that it trusts and finds. */
const trusting = ({ workloads }: Rendered): readonly (readonly [name: string, file: string | undefined])[] =>
  workloads.flatMap((workload) =>
    containersOf(workload)
      .filter((container) => environmentOf(container).some(({ name }) => STORES.test(name)))
      .map((container) => {
        const { value } = environmentOf(container).find(({ name }) => name === 'NODE_EXTRA_CA_CERTS') ?? {}
        const mounted = container.volumeMounts?.find(({ mountPath }) => value?.startsWith(`${mountPath}/`))
        const volume = workload.template.spec.volumes?.find(({ name }) => name === mounted?.name) as Volume | undefined
        const file = volume?.configMap?.items.find(({ path }) => `${mounted?.mountPath}/${path}` === value)
        return [`${workload.name} ${container.name}`, file && `${volume?.configMap?.name} ${file.key}`]
      }),
  )

interface Volume {
  readonly configMap?: {
    readonly name: string
    readonly items: readonly { readonly key: string; readonly path: string }[]
  }
}

describeWithHelm('authorities of the operator', () => {
  testWithHelm('are trusted by every client of a store', async () => {
    const all = trusting(
      await rendered(valueSet('ingress').files, ['migrations.provision=true', 'caBundle.key="root.pem"']),
    )
    expect(all.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        'Deployment/kla-gateway gateway',
        'Job/kla-migrate provision',
        'CronJob/kla-check-pass check-pass',
      ]),
    )
    expect(all.filter(([, file]) => file !== 'kla-ca root.pem')).toEqual([])
  })

  testWithHelm('are mounted nowhere when there are none', async () => {
    const all = trusting(await rendered(valueSet('gateway-api').files))
    expect(all.filter(([, file]) => file !== undefined)).toEqual([])
  })
})
