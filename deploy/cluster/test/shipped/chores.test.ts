import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect } from '@jest/globals'
import { type Container, containersOf, environmentOf, ROOT } from '@kla/cluster'
import { secretValue } from '../services/secret-values.js'
import { describeWithHelm, rendered, testWithHelm, valueSet } from '../with-helm.js'

const run = promisify(execFile)
// Nothing listens there.
const NOWHERE = 'postgres://kla:pw@127.0.0.1:1/kla'

interface Ended {
  readonly said: string
  readonly code: number | undefined
}

/** Runs what the container runs, with its variables and no others. */
async function runAs(container: Container): Promise<Ended> {
  const variables = environmentOf(container).map(({ name, value }) => [
    name,
    value ?? (name === 'POSTGRES_URL' || name === 'MIGRATE_URL' ? NOWHERE : secretValue(name)),
  ])
  const env = { PATH: process.env['PATH'], ...(Object.fromEntries(variables) as Record<string, string>) }
  try {
    const { stdout } = await run(process.execPath, [...(container.args ?? [])], { cwd: ROOT, env, timeout: 60_000 })
    return { said: stdout, code: 0 }
  } catch (error) {
    const { stdout, stderr, code } = error as { stdout: string; stderr: string; code?: number }
    return { said: stdout + stderr, code }
  }
}

/** services.Dockerfile copies it into every image. */
const EVERYWHERE = ['services/chassis']

describeWithHelm('the commands of the CronJobs', () => {
  const { files } = valueSet('everything')
  const chores = async (): Promise<readonly Container[]> =>
    (await rendered(files)).workloads.filter(({ object }) => object.kind === 'CronJob').flatMap(containersOf)

  testWithHelm(
    'understand their arguments, have all their settings, and fail when PostgreSQL is away',
    async () => {
      const containers = await chores()
      expect(containers.length).toBeGreaterThan(4)
      for (const container of containers) {
        const { said, code } = await runAs(container)
        expect({ name: container.name, code, said }).toEqual({
          name: container.name,
          code: 1,
          said: expect.stringContaining('ECONNREFUSED'),
        })
      }
    },
    120_000,
  )

  testWithHelm('are in the image that runs them', async () => {
    const images = JSON.parse(await readFile(`${ROOT}deploy/docker/images.json`, 'utf8')) as Record<
      string,
      { args: Record<string, string> }
    >
    const { workloads } = await rendered(files)
    const ours = workloads.flatMap(containersOf).flatMap(({ image, args: [entry] = [] }) => {
      const name = /(?:^|\/)kla\/([a-z-]+)[:@]/.exec(image)?.[1] ?? ''
      return entry !== undefined && /\/dist\//.test(entry) ? [{ name, entry }] : []
    })
    expect(ours.length).toBeGreaterThan(15)
    const lost = ours.filter(
      ({ name, entry }) =>
        ![...EVERYWHERE, ...Object.values(images[name]?.args ?? {})].some((folder) => entry.startsWith(`${folder}/`)),
    )
    expect(lost).toEqual([])
  })
})
