import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from '@jest/globals'
import { REPOSITORY, RUNBOOKS } from '@kla/observability'

const run = promisify(execFile)
/** A kubectl that records its arguments and knows only the objects in THERE. */
const KUBECTL = `#!/bin/sh
shift 2
case "$1" in get) case " $THERE " in *" $2 "*) exit 0;; esac; echo "no such thing" >&2; exit 1;; esac
echo "$*"
`

const page = await readFile(new URL('README.md', RUNBOOKS), 'utf8')
const [, functions = ''] = /```sh\n(NS=kla.*?)```/s.exec(page) ?? []

/** The kubectl calls of `command` with the functions of README.md. */
async function kubectlCalls(command: string, there: readonly string[]): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'kla-runbook-'))
  try {
    await writeFile(join(folder, 'kubectl'), KUBECTL)
    await chmod(join(folder, 'kubectl'), 0o755)
    const env = { PATH: `${folder}:${process.env['PATH']}`, THERE: there.join(' ') }
    const { stdout } = await run('bash', ['-euc', `${functions}\n${command}`], { env })
    return stdout.trim().split('\n')
  } finally {
    await rm(folder, { recursive: true })
  }
}

const KEDA = ['scaledobject/kla-commerce', 'hpa/kla-commerce']
const HPA = ['hpa/kla-commerce']

describe('the functions of README.md', () => {
  test('stop a service for good, despite KEDA', async () => {
    expect(await kubectlCalls('stop commerce', HPA)).toEqual(['scale deploy/kla-commerce --replicas=0'])
    expect(await kubectlCalls('stop commerce', KEDA)).toEqual([
      'annotate --overwrite scaledobject/kla-commerce autoscaling.keda.sh/paused-replicas=0',
      'scale deploy/kla-commerce --replicas=0',
    ])
  })

  test('start it again', async () => {
    expect(await kubectlCalls('start commerce', HPA)).toEqual(['scale deploy/kla-commerce --replicas=2'])
    expect(await kubectlCalls('start commerce', KEDA)).toEqual([
      'annotate scaledobject/kla-commerce autoscaling.keda.sh/paused-replicas-',
      'scale deploy/kla-commerce --replicas=2',
    ])
  })

  test('raise the replica count that the autoscaler reads', async () => {
    expect(await kubectlCalls('at_least commerce 12', KEDA)).toEqual([
      'patch scaledobject/kla-commerce --type=merge -p {"spec":{"minReplicaCount":12}}',
    ])
    expect(await kubectlCalls('at_least commerce 12', HPA)).toEqual([
      'patch hpa/kla-commerce -p {"spec":{"minReplicas":12}}',
    ])
    expect(await kubectlCalls('at_least commerce 12', [])).toEqual(['scale deploy/kla-commerce --replicas=12'])
  })

  test('stop and restart all services, but neither stores nor coturn', async () => {
    const facts = await readFile(new URL('helm/files/services.yaml', REPOSITORY), 'utf8')
    const services = [...facts.matchAll(/^([a-z-]+):/gm)].map(([, name = '']) => name).sort()
    const named = (lines: readonly string[]): string[] =>
      lines.map((line) => / deploy\/kla-([a-z-]+)/.exec(line)?.[1] ?? line).sort()
    expect(named(await kubectlCalls('stop $(services)', []))).toEqual(services)
    expect(named(await kubectlCalls('restart $(services)', []))).toEqual(services)
    expect(services).toHaveLength(9)
  })
})

describe('commands of runbooks', () => {
  const pages = async (): Promise<{ page: string; text: string }[]> => {
    const names = (await readdir(RUNBOOKS))
      .filter((name) => name !== 'README.md')
      .map((name) => `deploy/observability/runbooks/${name}`)
    return Promise.all(
      [...names, 'deploy/MIGRATIONS.md', 'deploy/ROLLOUTS.md'].map(async (page) => ({
        page,
        text: await readFile(new URL(page, REPOSITORY), 'utf8'),
      })),
    )
  }

  test('scale nothing past its autoscaler, and restart coturn only by name', async () => {
    const found = (await pages()).filter(({ text }) => /\bscale\s+deploy|rollout restart deploy -l/.test(text))
    expect(found.map(({ page }) => page)).toEqual([])
  })

  test('ask for one kind at a time, as kubectl shows nothing when one kind is unknown', async () => {
    const found = (await pages()).flatMap(({ page, text }) =>
      [...text.matchAll(/\b(?:k|kubectl(?: -n \S+)?) get \w+,[\w,]+/g)].map(([command]) => ({ page, command })),
    )
    expect(found).toEqual([])
  })
})
