import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@jest/globals'
import { parse, stringify } from 'yaml'
import { CHART, type Rendered } from '@kla/cluster'
import { findPromtool } from '@kla/observability'
import { describeWithHelm, rendered, testWithHelm, valueSet } from './with-helm.js'

const run = promisify(execFile)
const promtool = await findPromtool()
const testWithPromtool = promtool === undefined ? test.skip : test

const LABELS = 'namespace="kla",service="game-engine"'

interface Phases {
  /** Phases that began in each quarter of a minute, and how many of them within 0.1 s; the others took up to 1 s. */
  readonly begun: string
  readonly inTime: string
}

/** What game-engine is scaled on after five minutes of this. Rejects with promtool's words where it is anything else. */
async function expectLateness(phases: Phases | undefined, seconds: number): Promise<void> {
  const metrics = parse(await readFile(`${CHART}/files/scaling-metrics.yaml`, 'utf8')) as { phaseLatenessSeconds: { query: string } }
  const series = (suffix: string, values: string, le?: string) => ({
    series: `kla_engine_phase_lateness_seconds_${suffix}{${LABELS}${le === undefined ? '' : `,le="${le}"`}}`,
    values,
  })
  const folder = await mkdtemp(join(tmpdir(), 'kla-lateness-'))
  const file = join(folder, 'test.yaml')
  const suite = {
    rule_files: [],
    tests: [
      {
        interval: '15s',
        input_series:
          phases === undefined
            ? []
            : [
                series('bucket', phases.inTime, '0.1'),
                ...['1', '+Inf'].map((le) => series('bucket', phases.begun, le)),
                series('count', phases.begun),
              ],
        promql_expr_test: [
          {
            expr: `round(${metrics.phaseLatenessSeconds.query.replaceAll('SELECTOR', LABELS)}, 0.001)`,
            eval_time: '5m',
            exp_samples: [{ labels: '{}', value: seconds }],
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

testWithPromtool('Phases that begin late are what pods of game-engine come for', async () => {
  await expectLateness({ begun: '0+300x20', inTime: '0x20' }, 0.991)
})

testWithPromtool('but not for a single one that is late at night', async () => {
  await expectLateness({ begun: '0x16 1x4', inTime: '0x20' }, 0)
})

testWithPromtool('and nothing is late where nothing is played', async () => {
  await expectLateness(undefined, 0)
})

testWithPromtool('a wrong answer fails', async () => {
  await expect(expectLateness(undefined, 1)).rejects.toThrow(/FAILED/)
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
