import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from '@jest/globals'
import { CHART, type Rendered } from '@kla/cluster'
import { findPromtool } from '@kla/observability'
import { parse, parseAllDocuments, stringify } from 'yaml'
import { describeWithHelm, rendered, testWithHelm, valueSet } from './with-helm.js'

const run = promisify(execFile)
const promtool = await findPromtool()
const testWithPromtool = promtool === undefined ? test.skip : test

type Series = Readonly<Record<string, string>>

/** What a service is scaled on after six minutes of these series, in quarters of a minute; undefined: no value. */
async function expectMetric(name: string, service: string, series: Series, value: number | undefined): Promise<void> {
  const metrics = parse(await readFile(`${CHART}/files/scaling-metrics.yaml`, 'utf8')) as Readonly<
    Record<string, { query: string }>
  >
  const query = (metrics[name]?.query ?? '')
    .replaceAll('SELECTOR', `namespace="kla",service="${service}"`)
    .replaceAll('TARGET', `namespace="kla",container="${service}"`)
  const folder = await mkdtemp(join(tmpdir(), 'kla-scaling-'))
  const file = join(folder, 'test.yaml')
  const suite = {
    rule_files: [],
    tests: [
      {
        interval: '15s',
        input_series: Object.entries(series).map(([key, values]) => ({ series: key, values })),
        promql_expr_test: [
          {
            expr: `round(${query}, 0.001)`,
            eval_time: '6m',
            exp_samples: value === undefined ? [] : [{ labels: '{}', value }],
          },
        ],
      },
    ],
  }
  try {
    await writeFile(file, stringify(suite))
    await run(promtool ?? '', ['test', 'rules', file])
  } finally {
    await rm(folder, { recursive: true })
  }
}

const ownOf = (service: string, pod: string): string => `namespace="kla",service="${service}",pod="${pod}"`
const up = (service: string, pod: string): string => `up{namespace="kla",container="${service}",pod="${pod}"}`
const sockets = (pod: string): string => `kla_gateway_sockets{${ownOf('gateway', pod)}}`
const commits = (pod: string): string => `kla_engine_commits_total{${ownOf('game-engine', pod)},command="pick"}`
const ready = (pod: string): string => `kla_ready{${ownOf('game-engine', pod)}}`

describe('what services are scaled on', () => {
  testWithPromtool('is the sum over all pods', async () => {
    await expectMetric(
      'sockets',
      'gateway',
      {
        [sockets('a')]: '100x30',
        [sockets('b')]: '300x30',
        [up('gateway', 'a')]: '1x30',
        [up('gateway', 'b')]: '1x30',
      },
      400,
    )
    const engines = {
      [commits('a')]: '0+150x30',
      [commits('b')]: '0+300x30',
      [up('game-engine', 'a')]: '1x30',
      [up('game-engine', 'b')]: '1x30',
    }
    await expectMetric('commitsPerSecond', 'game-engine', engines, 30)
  })

  testWithPromtool('counts a pod that is not scraped as the average of the others', async () => {
    await expectMetric(
      'sockets',
      'gateway',
      {
        [sockets('a')]: '300x30',
        [sockets('b')]: '300x10 stale',
        [up('gateway', 'a')]: '1x30',
        [up('gateway', 'b')]: '1x10 0x20',
      },
      600,
    )
    const engines = {
      [commits('a')]: '0+150x30',
      [commits('b')]: '0+150x21',
      [up('game-engine', 'a')]: '1x30',
      [up('game-engine', 'b')]: '1x21 0x9',
    }
    await expectMetric('commitsPerSecond', 'game-engine', engines, 20)
  })

  testWithPromtool('does not count a new pod before it works', async () => {
    const engines = {
      [commits('a')]: '0+150x30',
      [up('game-engine', 'a')]: '1x30',
      [up('game-engine', 'b')]: '_x23 1x7',
      [ready('b')]: '_x23 1x7',
    }
    await expectMetric('commitsPerSecond', 'game-engine', engines, 10)
  })

  testWithPromtool('has no value when no pod is scraped', async () => {
    await expectMetric(
      'sockets',
      'gateway',
      { [sockets('a')]: '300x10 stale', [up('gateway', 'a')]: '1x10 0x20' },
      undefined,
    )
    const engines = {
      [commits('a')]: '0+150x10 stale',
      [ready('a')]: '1x10 stale',
      [up('game-engine', 'a')]: '1x10 0x20',
    }
    await expectMetric('commitsPerSecond', 'game-engine', engines, undefined)
    await expectMetric('eventsPending', 'rooms', {}, undefined)
  })

  testWithPromtool('is nought when pods say so', async () => {
    await expectMetric('commitsPerSecond', 'game-engine', { [ready('a')]: '1x30', [up('game-engine', 'a')]: '1x30' }, 0)
    await expectMetric('sockets', 'gateway', { [sockets('a')]: '0x30', [up('gateway', 'a')]: '1x30' }, 0)
  })

  testWithPromtool('does without the labels of scrape targets', async () => {
    await expectMetric('sockets', 'gateway', { [sockets('a')]: '100x30', [sockets('b')]: '300x30' }, 400)
    await expectMetric('commitsPerSecond', 'game-engine', { [commits('a')]: '0+150x30', [ready('a')]: '1x30' }, 10)
  })

  testWithPromtool('a wrong answer fails', async () => {
    await expect(expectMetric('sockets', 'gateway', {}, 1)).rejects.toThrow(/FAILED/)
  })

  test('never makes nought of what is not there', async () => {
    const text = (await readFile(`${CHART}/files/scaling-metrics.yaml`, 'utf8')).replace(/^\s*#.*$/gm, '')
    expect(text).not.toMatch(/vector\(|absent|lateness/i)
  })
})

describeWithHelm.each([
  ['keda', 'ScaledObject'],
  ['prometheus-adapter', 'HorizontalPodAutoscaler'],
])('autoscaling by %s', (metrics, kind) => {
  const { files } = valueSet('gateway-api')
  const scaled = async (): Promise<string> =>
    stringify(
      (await rendered(files, [`autoscaling.metrics="${metrics}"`])).objects.filter((object) => object.kind === kind),
    )

  testWithHelm('adds no engines for lateness', async () => {
    expect(await scaled()).toMatch(/commits.per.second/)
    expect(await scaled()).not.toMatch(/lateness/i)
  })

  testWithHelm('adds engines at once, for commits or CPU', async () => {
    const engine = parseAllDocuments(await scaled())
      .flatMap((document) => document.toJS() as { metadata: { name: string }; spec: object }[])
      .find((object) => object.metadata.name === 'kla-game-engine')
    const text = stringify(engine)
    expect(text).toMatch(/scaleUp:\n\s+stabilizationWindowSeconds: 0\n/)
    expect(text).toMatch(/(threshold|averageValue): "200"/)
    expect(text).toMatch(/averageUtilization: 60|value: "60"/)
  })

  testWithHelm('takes a missing value for a fault', async () => {
    const text = await scaled()
    const triggers = text.match(/type: prometheus$/gm) ?? []
    expect(text.match(/ignoreNullValues: "false"/g) ?? []).toHaveLength(triggers.length)
    expect(text).not.toMatch(/SELECTOR|TARGET/)
  })
})

const SERVICES = 9

const deployments = ({ objects }: Rendered) => objects.filter(({ kind }) => kind === 'Deployment')
const scalers = ({ objects }: Rendered) => objects.filter(({ kind }) => kind === 'HorizontalPodAutoscaler')

describeWithHelm('turning autoscaling off or on', () => {
  const { files } = valueSet('gateway-api')

  testWithHelm('leaves Deployments and their pods unchanged', async () => {
    const on = await rendered(files)
    const off = await rendered(files, ['defaults.autoscaling.enabled=false'])
    expect([scalers(on).length, scalers(off).length]).toEqual([SERVICES, 0])
    expect(deployments(off)).toEqual(deployments(on))
  })

  testWithHelm('renders no Deployment with replicas', async () => {
    const all = deployments(await rendered(files, ['defaults.autoscaling.enabled=false']))
    expect(all).toHaveLength(SERVICES)
    expect(all.filter(({ spec }) => 'replicas' in (spec as object))).toEqual([])
  })
})
