import { readFile } from 'node:fs/promises'
import { describe, expect, test } from '@jest/globals'
import { CHART, containersOf, environmentOf, type KubeObject } from '@kla/cluster'
import { complaintAbout, describeWithHelm, rendered, sets, testWithHelm, valueSet } from './with-helm.js'

const FILES = ['gateway-api', 'dev'].map((name) => [name, valueSet(name).files] as const)
const COTURN =
  'coturn={"enabled":true,"mode":"hostNetwork","namespace":"kla-turn","nodes":{"turn-1":{"relayIp":"203.0.113.8"}}}'

interface PodMetadata {
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
}

describeWithHelm.each(FILES)('labels and annotations of pods in %s', (name, files) => {
  const set = name === 'dev' ? [] : [COTURN, 'media.turnUrls=[]', 'migrations.provision=true']
  const podsOf = async (...more: readonly string[]): Promise<(readonly [string, PodMetadata])[]> =>
    (await rendered(files, [...set, ...more])).workloads.map(({ object, template }) => [
      `${object.kind}/${object.metadata.name}`,
      template.metadata ?? {},
    ])

  testWithHelm('of all services reach every Job, CronJob, test and TURN server', async () => {
    const pods = await podsOf(
      'defaults.podLabels={"team":"games"}',
      'defaults.podAnnotations={"sidecar.istio.io/inject":"false"}',
    )
    expect(pods.map(([pod]) => pod.split('/')[0])).toEqual(
      expect.arrayContaining(['Deployment', 'Job', 'Pod', name === 'dev' ? 'StatefulSet' : 'CronJob']),
    )
    const without = pods.filter(
      ([, { labels, annotations }]) =>
        labels?.['team'] !== 'games' || annotations?.['sidecar.istio.io/inject'] !== 'false',
    )
    expect(without.map(([pod]) => pod)).toEqual([])
  })

  testWithHelm('of one kind win over those of all', async () => {
    const own = (of: string): string => `${of}.podAnnotations={"sidecar.istio.io/inject":"false"}`
    const kinds = ['migrations', 'chores', 'smoke', 'coturn']
    const pods = await podsOf(
      'defaults.podAnnotations={"sidecar.istio.io/inject":"true"}',
      ...kinds.filter((kind) => kind !== 'coturn' || name !== 'dev').map(own),
    )
    const injected = pods
      .filter(([, { annotations }]) => annotations?.['sidecar.istio.io/inject'] === 'true')
      .map(([pod]) => pod.split('/')[0])
    expect(new Set(injected)).toEqual(new Set(name === 'dev' ? ['Deployment', 'StatefulSet', 'Job'] : ['Deployment']))
    expect(pods.find(([pod]) => pod.includes('-migrate'))?.[1].annotations?.['sidecar.istio.io/inject']).toBe('false')
  })

  testWithHelm('leave the labels that pods are found by, and the test its hook', async () => {
    const pods = await podsOf('defaults.podAnnotations={"helm.sh/hook":"none"}', 'smoke.podLabels={"team":"games"}')
    const [, smoke] = pods.find(([pod]) => pod.endsWith('-smoke')) ?? ['', {}]
    expect(smoke.annotations?.['helm.sh/hook']).toBe('test')
    expect(smoke.labels).toMatchObject({ 'app.kubernetes.io/component': 'smoke', team: 'games' })
  })
})

/** Characters that Kubernetes takes; others 253. */
const LIMITS: Readonly<Record<string, number>> = { Service: 63, CronJob: 52, Job: 63, StatefulSet: 52, Namespace: 63 }

function tooLong({ kind, metadata, ...object }: KubeObject): string[] {
  const { name, labels = {} } = metadata
  const values = [...JSON.stringify({ labels, ...object }).matchAll(/"(?:labels|matchLabels)":(\{[^{}]*\})/g)].flatMap(
    ([, map = '{}']) => Object.values(JSON.parse(map) as Record<string, string>),
  )
  return [
    ...(name.length > (LIMITS[kind] ?? 253) ? [`${kind}/${name}`] : []),
    ...values.filter((value) => value.length > 63),
  ]
}

describeWithHelm.each(FILES)('names of %s', (name, files) => {
  const longest = (length: number): string => `fullnameOverride="${'k'.repeat(length)}"`

  testWithHelm('are within the limits of their kinds at the longest name', async () => {
    const limit = name === 'dev' ? 37 : 34
    const { objects } = await rendered(files, [longest(limit)])
    expect(objects.flatMap(tooLong)).toEqual([])
    expect(await complaintAbout(files, [longest(limit + 1)])).toMatch(
      new RegExp(`has ${limit + 1} characters.*at most ${limit}|fullnameOverride`, 's'),
    )
  })
})

describe('tooLong', () => {
  test('finds a long name and a long label', () => {
    const object = (kind: string, length: number, label: string): KubeObject => ({
      apiVersion: 'v1',
      kind,
      metadata: { name: 'n'.repeat(length), labels: { label } },
    })
    expect(tooLong(object('CronJob', 53, 'x'))).toHaveLength(1)
    expect(tooLong(object('ConfigMap', 200, 'x'.repeat(64)))).toHaveLength(1)
    expect(tooLong(object('Service', 63, 'x'))).toEqual([])
  })
})

describeWithHelm.each(sets)('processes of $name', ({ files }) => {
  testWithHelm('listen on both families', async () => {
    const { workloads, objects } = await rendered(files)
    const hosts = workloads
      .flatMap(containersOf)
      .flatMap((container) =>
        environmentOf(container).flatMap(({ name, value }) =>
          /^(HOST|HEALTH_HOST|GRPC_ADDRESS)$/.test(name) ? [`${container.name} ${name} ${value}`] : [],
        ),
      )
    expect(hosts.length).toBeGreaterThan(17)
    expect(hosts.filter((host) => !/ (::|\[::\]:50051)$/.test(host))).toEqual([])
    expect(
      workloads.filter(({ template: pod }) => /(?<!\d)0\.0\.0\.0/.test(JSON.stringify(pod))).map(({ name }) => name),
    ).toEqual([])
    expect(objects.filter(({ kind, spec }) => kind === 'Service' && JSON.stringify(spec).includes('"IPv4"'))).toEqual(
      [],
    )
  })
})

test('private networks of stores have those of IPv6', async () => {
  expect(await readFile(`${CHART}/values.yaml`, 'utf8')).toContain("- ipBlock: { cidr: 'fc00::/7' }")
})
