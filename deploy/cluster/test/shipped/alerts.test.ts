import { expect, test } from '@jest/globals'
import { readRules, RULES } from '@kla/observability'
import { describeWithHelm, rendered, testWithHelm, valueSet } from '../with-helm.js'

const rules = (await readRules(RULES)).map((rule) => ({
  name: 'alert' in rule ? rule.alert : rule.record,
  expr: rule.expr,
}))

/** Patterns that rules match a label with; Prometheus anchors them. */
const patternsOf = (label: string): { name: string; pattern: RegExp }[] =>
  rules.flatMap(({ name, expr }) =>
    [...expr.matchAll(new RegExp(`[{ ,]${label}=~"([^"]+)"`, 'g'))].map(([, pattern = '']) => ({
      name,
      pattern: new RegExp(`^(${pattern})$`),
    })),
  )

/** What a developer's cluster alone has. */
const DEVELOPMENT = ['seed']

describeWithHelm('alerts that name what the chart makes', () => {
  const { files } = valueSet('gateway-api')
  // A release's name is the beginning of every name.
  const names = async (...kinds: readonly string[]): Promise<string[]> =>
    (await rendered(files)).objects.filter(({ kind }) => kinds.includes(kind)).map(({ metadata }) => metadata.name)

  testWithHelm('know every Job, and every Job of a CronJob', async () => {
    const dev = (await rendered(valueSet('dev').files)).objects
    const jobs = [
      ...(await names('Job')),
      ...(await names('CronJob')).flatMap((name) => [`${name}-29366837`, `${name}-now`]),
      ...dev.flatMap(({ kind, metadata }) => (kind === 'Job' ? [metadata.name] : [])),
    ].filter((name) => !DEVELOPMENT.some((part) => name.startsWith(`kla-${part}-`)))
    const patterns = patternsOf('job_name')
    expect(jobs.length).toBeGreaterThan(10)
    expect(patterns.map(({ name }) => name)).toContain('KlaJobFailed')
    for (const { name, pattern } of patterns)
      expect({ name, unknown: jobs.filter((job) => !pattern.test(job)) }).toEqual({ name, unknown: [] })
  })

  testWithHelm.each([
    ['deployment', 'Deployment', ['coturn']],
    ['horizontalpodautoscaler', 'HorizontalPodAutoscaler', []],
  ])('know every %s of a service', async (label, kind, others) => {
    // KlaTurnServersDown is for coturn.
    const known = (await names(kind)).filter((name) => !others.some((other) => name === `kla-${other}`))
    const patterns = patternsOf(label)
    expect([known.length, patterns.length]).toEqual([9, expect.any(Number)])
    expect(patterns).not.toEqual([])
    for (const { name, pattern } of patterns)
      expect({ name, unknown: known.filter((one) => !pattern.test(one)) }).toEqual({ name, unknown: [] })
  })

  testWithHelm('know every container that serves', async () => {
    const { workloads } = await rendered(files)
    const containers = workloads
      .filter(({ object }) => object.kind === 'Deployment')
      .flatMap(({ template }) => template.spec.containers.map(({ name }) => name))
      .filter((name) => name !== 'coturn')
    const patterns = patternsOf('container')
    expect(patterns).not.toEqual([])
    for (const { name, pattern } of patterns)
      expect({ name, unknown: containers.filter((one) => !pattern.test(one)) }).toEqual({ name, unknown: [] })
  })

  testWithHelm('speak for every service whose pods are all gone', async () => {
    const down = rules.find(({ name }) => name === 'KlaServiceDown')?.expr ?? ''
    const services = (await names('ServiceAccount')).map((name) => name.replace('kla-', ''))
    const spoken = [...down.matchAll(/kla_ready\{service="([^"]+)"\}/g)].map(([, service]) => service)
    expect(spoken.sort()).toEqual(
      services.filter((name) => !['chores', 'migrate', 'smoke', 'coturn'].includes(name)).sort(),
    )
  })
})

test('a Job that a rule does not know is found', () => {
  const [{ pattern } = { pattern: /$^/ }] = patternsOf('job_name')
  expect([pattern.test('kla-verify-evidence-29366837'), pattern.test('kla-unheard-of-29366837')]).toEqual([true, false])
})
