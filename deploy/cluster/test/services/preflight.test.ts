import { expect } from '@jest/globals'
import { type Container, containersOf, environmentOf, type Rendered } from '@kla/cluster'
import { describeWithHelm, rendered, sets, testWithHelm, valueSet } from '../with-helm.js'

type Secret = NonNullable<ReturnType<typeof environmentOf>[number]['secret']>

const isPreflight = ({ name }: Container): boolean => name.startsWith('preflight')

function partsOf({ workloads }: Rendered) {
  const job = workloads.find(({ name }) => /^Job\/.*-migrate/.test(name))
  const all = job === undefined ? [] : containersOf(job)
  const services = workloads.filter(({ object }) => object.kind === 'Deployment').flatMap(containersOf)
  return { all, checks: all.filter(isPreflight), services }
}

/** Variables that come from Secrets, with what the container says of them. */
const secretsOf = (container: Container): Record<string, Secret> =>
  Object.fromEntries(environmentOf(container).flatMap(({ name, secret }) => (secret ? [[name, secret]] : [])))

describeWithHelm.each(sets)('the preflight of $name', ({ files }) => {
  testWithHelm('checks each service in its own image, with the keys its pods must have and no others', async () => {
    const { checks, services } = partsOf(await rendered(files))
    expect(checks).toHaveLength(10)
    for (const check of checks.filter(({ name }) => name !== 'preflight')) {
      const service = services.find(({ name }) => `preflight-${name}` === check.name)
      expect(check.image).toBe(service?.image)
      const needed = Object.entries(secretsOf(service!)).filter(([, { optional }]) => !optional)
      const looked = Object.entries(secretsOf(check))
      expect(looked.map(([name, { name: secret, key }]) => [name, secret, key]).sort()).toEqual(
        needed.map(([name, { name: secret, key }]) => [name, secret, key]).sort(),
      )
      // Kubernetes would otherwise name the first missing key and start nothing.
      expect(looked.filter(([, { optional }]) => !optional)).toEqual([])
    }
  })

  testWithHelm('tells each check the Secret and key of every variable', async () => {
    for (const check of partsOf(await rendered(files)).checks) {
      const keys = environmentOf(check).find(({ name }) => name === 'PREFLIGHT_KEYS')?.value ?? '{}'
      const told = Object.entries(JSON.parse(keys) as Record<string, { secret: string; key: string }>)
      const passed = Object.entries(secretsOf(check))
      expect(told.map(([name, { secret, key }]) => [name, secret, key]).sort()).toEqual(
        passed.map(([name, { name: secret, key }]) => [name, secret, key]).sort(),
      )
    }
  })

  testWithHelm('comes before every migration, and its report after every check', async () => {
    const { all } = partsOf(await rendered(files))
    const names = all.map(({ name }) => name).filter((name) => name !== 'provision')
    expect(names.slice(0, 10).every((name) => name.startsWith('preflight'))).toBe(true)
    expect(names[9]).toBe('preflight')
  })
})

describeWithHelm('the preflight', () => {
  testWithHelm('is absent when turned off', async () => {
    const { checks, all } = partsOf(await rendered(valueSet('gateway-api').files, ['migrations.preflight=false']))
    expect(checks).toEqual([])
    expect(all.length).toBeGreaterThan(5)
  })
})
