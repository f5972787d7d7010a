import { describe, expect, test } from '@jest/globals'
import {
  assigned,
  AUTOSCALED,
  CHART,
  loadTable,
  metricsApis,
  parseManifests,
  prometheusConfig,
  recoveredAfter,
  template,
  windowsOf,
} from '@kla/cluster'
import { describeWithHelm, helm } from '../with-helm.js'

describe('windowsOf', () => {
  test('takes the lateness of 99 of 100 phases in each ten seconds since the load rose', () => {
    const many = Array.from({ length: 100 }, (_, index): [number, number] => [12_000 + index, index + 1])
    expect(windowsOf([...many, [1_999, 9_000], [21_999, 5], [22_000, 7]], 2_000)).toEqual([
      { endsAfter: 20, phases: 101, p99Ms: 99 },
      { endsAfter: 30, phases: 1, p99Ms: 7 },
    ])
  })
})

describe('recoveredAfter', () => {
  const windows = (...p99s: number[]) => p99s.map((p99Ms, index) => ({ endsAfter: (index + 1) * 10, phases: 9, p99Ms }))

  test.each([
    [[20, 299], 0],
    [[300, 20], 10],
    [[900, 20, 400, 20], 30],
  ])('p99s of %j: in time for good after %d s', (p99s, seconds) => {
    expect(recoveredAfter(windows(...p99s))).toBe(seconds)
  })
})

test('loadTable names what was not measured', () => {
  const lines = loadTable({
    from: 1_000,
    windows: [
      { endsAfter: 10, phases: 40, p99Ms: 12.4 },
      { endsAfter: 20, phases: 50, p99Ms: 310.6 },
    ],
    engines: [
      { at: 1_010, value: 1 },
      { at: 1_020, value: 3 },
    ],
    commits: [{ at: 1_020, value: 41.7 }],
  })
  expect(lines.slice(2)).toEqual(['| 10 | 1 | - | 40 | 12 |', '| 20 | 3 | 42 | 50 | 311 |'])
})

test('metricsApis lead the API server to two processes of the node, which it knows by their certificate', () => {
  const services = (metricsApis('QQ==') as { kind: string; spec: unknown }[]).filter(
    ({ kind }) => kind === 'APIService',
  )
  expect(services.map(({ spec }) => spec)).toEqual([
    expect.objectContaining({ group: 'metrics.k8s.io', caBundle: 'QQ==' }),
    expect.objectContaining({ group: 'external.metrics.k8s.io', caBundle: 'QQ==' }),
  ])
})

describeWithHelm('Prometheus', () => {
  test('scrapes what the PodMonitor of the chart selects, and labels it as queries of the chart want', async () => {
    const objects = parseManifests(
      await template(helm, [`${CHART}/values-dev.yaml`], ['observability.podMonitor=true', 'observability.rules=true']),
    )
    const { rule_files, scrape_configs } = prometheusConfig(objects, ['rules.json']) as {
      rule_files: unknown
      scrape_configs: { job_name: string; scrape_interval: string; relabel_configs: Record<string, unknown>[] }[]
    }
    expect(rule_files).toEqual(['rules.json'])
    expect(scrape_configs).toEqual([expect.objectContaining({ job_name: 'kla/kla/health', scrape_interval: '15s' })])
    const relabelled = scrape_configs[0]?.relabel_configs ?? []
    expect(relabelled).toContainEqual({
      action: 'keep',
      source_labels: ['__meta_kubernetes_pod_label_app_kubernetes_io_component'],
      regex: expect.stringContaining('|game-engine|'),
    })
    expect(relabelled.flatMap(({ target_label }) => target_label ?? [])).toEqual(['namespace', 'container', 'pod'])
  })

  test('is where engines ask what they scale on, under the load of the trial', async () => {
    const text = await template(helm, [`${CHART}/values-dev.yaml`], assigned(AUTOSCALED).filter(isAssignment))
    const scaled = parseManifests(text).filter(({ kind }) => kind === 'ScaledObject')
    expect(scaled.map(({ metadata }) => metadata.name)).toEqual(['kla-game-engine'])
    const { triggers } = scaled[0]!.spec as { triggers: { type: string; metadata: Record<string, string> }[] }
    expect(triggers.map(({ type, metadata }) => metadata['serverAddress'] ?? type)).toEqual([
      'cpu',
      'http://127.0.0.1:9090',
      'http://127.0.0.1:9090',
    ])
  })
})

const isAssignment = (argument: string): boolean => argument !== '--set-json'
