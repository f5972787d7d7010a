import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { ROOT } from '@kla/cluster'
import { parse } from 'yaml'

interface Manifest {
  readonly version: string
  readonly engines: { readonly node: string }
  readonly scripts: Readonly<Record<string, string>>
}
interface Lock {
  readonly version: string
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly link?: true }>>
}
interface Workflow {
  readonly on: object
  readonly permissions: object
  readonly jobs: Readonly<Record<string, Job>>
}
interface Job {
  readonly uses?: string
  readonly needs?: string
  readonly permissions?: object
  readonly container: string
  readonly strategy?: { readonly matrix: { readonly node: readonly number[] } }
  readonly steps?: readonly Step[]
}
interface Step {
  readonly uses?: string
  readonly run?: string
}

const read = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8')
const json = <T>(path: string): T => JSON.parse(read(path)) as T
const manifest = json<Manifest>('package.json')

describe('the version', () => {
  test('is the same in every package, the lock file and the chart', () => {
    const lock = json<Lock>('package-lock.json')
    const own = Object.entries(lock.packages).filter(([path, { link }]) => !path.includes('node_modules/') && !link)
    expect(own.length).toBeGreaterThan(15)
    const versions = own.flatMap(([path, entry]) => [
      entry.version,
      json<Manifest>(`${path && `${path}/`}package.json`).version,
    ])
    const chart = parse(read('helm/Chart.yaml')) as { version: string; appVersion: string }
    const all = new Set([lock.version, chart.version, chart.appVersion, ...versions])
    expect([...all]).toEqual([manifest.version])
  })

  test('has a date in CHANGELOG.md', () => {
    const [, newest] = /^## \[(\d[^\]]*)\] - \d{4}-\d{2}-\d{2}$/m.exec(read('CHANGELOG.md')) ?? []
    expect(newest).toBe(manifest.version)
  })
})

const WORKFLOWS = '.github/workflows'
const jobs = readdirSync(`${ROOT}${WORKFLOWS}`).flatMap((file) => {
  const workflow = parse(read(`${WORKFLOWS}/${file}`)) as Workflow
  return Object.entries(workflow.jobs).map(([name, job]) => ({ name, permissions: workflow.permissions, ...job }))
})
const steps = jobs.flatMap(({ steps: all = [] }) => all)

describe('hosted workflows', () => {
  test('are a quick and a whole job, two nightly ones that may only read, and one that also signs', () => {
    expect(jobs.map(({ name }) => name).sort()).toEqual(['bench', 'nightly', 'publish', 'quick', 'tests', 'whole'])
    for (const { name, permissions } of jobs)
      expect(permissions).toEqual({ contents: 'read', ...(name === 'publish' ? { 'id-token': 'write' } : {}) })
  })

  test("run the project's own commands only, and a signing tool at a fixed version", () => {
    const tool = /^go install [\w./-]+\/cosign@v\d+\.\d+\.\d+$/
    const known = (run: string): boolean => run.startsWith('git config ') || tool.test(run) || isOwn(run)
    const foreign = steps.flatMap(({ run }) => run ?? []).filter((run) => !known(run))
    expect(foreign).toEqual([])
    expect(steps.filter(({ run }) => run === 'npm test')).toHaveLength(2)
  })

  test('publish a tag only after all its tests have passed', () => {
    const named = new Map(jobs.map((job) => [job.name, job]))
    expect([named.get('publish')?.needs, named.get('tests')?.uses]).toEqual(['tests', `./${WORKFLOWS}/ci.yml`])
    expect((parse(read(`${WORKFLOWS}/ci.yml`)) as Workflow).on).toHaveProperty('workflow_call')
  })

  test('use actions pinned by commit', () => {
    for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/@[0-9a-f]{40}$/)
  })

  test('try the oldest supported Node, and the one of .nvmrc', () => {
    const tried = jobs.find(({ name }) => name === 'nightly')?.strategy?.matrix.node ?? []
    const [oldest = ''] = /\d+/.exec(manifest.engines.node) ?? []
    expect(tried).toEqual(expect.arrayContaining([Number(oldest), Number(read('.nvmrc'))]))
    const images = jobs
      .filter(({ name }) => ['bench', 'quick', 'whole'].includes(name))
      .map(({ container }) => container)
    expect(new Set(images)).toEqual(new Set([`node:${read('.nvmrc').trim()}-bookworm`]))
  })
})

const isOwn = (run: string): boolean => {
  const [, script] = /^npm (test|run [\w:]+)( |$)/.exec(run) ?? []
  return script !== undefined && script.replace('run ', '') in manifest.scripts
}

test('CODEOWNERS names paths that are there', () => {
  const paths = read('.github/CODEOWNERS')
    .split('\n')
    .flatMap((line) => /^\/(\S+)/.exec(line)?.[1] ?? [])
  expect(paths.length).toBeGreaterThan(5)
  expect(paths.filter((path) => !existsSync(`${ROOT}${path}`))).toEqual([])
})
