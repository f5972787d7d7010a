import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { type Rendered, ROOT } from '@kla/cluster'
import { describeWithHelm, rendered, testWithHelm, valueSet } from '../with-helm.js'

interface Page {
  readonly page: string
  readonly text: string
}

const RUNBOOKS = 'deploy/observability/runbooks'
const read = (path: string): Promise<string> => readFile(`${ROOT}${path}`, 'utf8')
const runbooks = (await readdir(`${ROOT}${RUNBOOKS}`)).map((name) => `${RUNBOOKS}/${name}`)
const top = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md']
const door = [...top, 'docs/architecture.md', 'proto/README.md', 'frontend/README.md']
const decisions = (await readdir(`${ROOT}docs/adr`)).map((name) => `docs/adr/${name}`)
const others = [
  'helm/README.md',
  'deploy/README.md',
  'deploy/ROLLOUTS.md',
  'deploy/MIGRATIONS.md',
  'deploy/INNER-LOOP.md',
]
const more = ['deploy/docker/README.md', 'deploy/cluster/README.md', 'deploy/observability/README.md']
const names = [...door, ...decisions, ...runbooks, ...others, ...more]
const pages: readonly Page[] = await Promise.all(names.map(async (page) => ({ page, text: await read(page) })))

/** What `pattern` finds in every page, by its first group. */
const found = (pattern: RegExp, of: readonly Page[] = pages): (Page & { readonly what: string })[] =>
  of.flatMap(({ page, text }) => [...text.matchAll(pattern)].map(([, what = '']) => ({ page, text, what })))
const lost = (
  of: readonly { readonly page: string; readonly what: string }[],
  known: (what: string) => boolean,
): string[] => of.filter(({ what }) => !known(what)).map(({ page, what }) => `${page}: ${what}`)

describe('commands of documents', () => {
  test('run scripts of package.json', async () => {
    type Manifest = { readonly scripts: Readonly<Record<string, string>> }
    const scriptsOf = async (path: string) => (JSON.parse(await read(path)) as Manifest).scripts
    const [whole, pagesOnly] = await Promise.all([scriptsOf('package.json'), scriptsOf('frontend/package.json')])
    const run = found(/\bnpm run (?:-s )?([\w:-]+(?: -w @kla\/frontend)?)/g)
    expect(run.length).toBeGreaterThan(10)
    const known = (what: string): boolean => {
      const [name = '', workspace] = what.split(' -w ')
      return name in (workspace === undefined ? whole : pagesOnly)
    }
    expect(lost(run, known)).toEqual([])
  })

  test('run files that are there', () => {
    const run = found(/\bnode ((?:services|deploy|frontend|helm)\/[\w./-]+\.m?js)\b/g)
    const source = (path: string): string =>
      path.includes('/dist/') ? path.replace('/dist/', '/src/').replace(/\.js$/, '.ts') : path
    expect(run.length).toBeGreaterThan(8)
    expect(lost(run, (path) => existsSync(`${ROOT}${source(path)}`))).toEqual([])
  })

  test('run tests that are there', () => {
    const run = found(/\bnpm run (?:-s )?jest -- ([\w./-]+(?: [\w./-]+)*)/g)
    const words = run.flatMap((one) => one.what.split(' ').map((what) => ({ ...one, what })))
    const paths = words.filter(({ what }) => /^\w/.test(what))
    expect(paths.length).toBeGreaterThan(5)
    expect(lost(paths, (path) => existsSync(`${ROOT}${path}`))).toEqual([])
  })

  test('look for log lines that something writes', async () => {
    const services = await readdir(`${ROOT}services`)
    const sources = new Map<string, string>()
    for (const service of services) {
      const folder = `${ROOT}services/${service}/src`
      if (!existsSync(folder)) continue
      const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.ts'))
      sources.set(service, (await Promise.all(files.map((file) => readFile(`${folder}/${file}`, 'utf8')))).join('\n'))
    }
    const all = [...sources.values()].join('\n')
    const asked = pages.flatMap(({ page, text }) =>
      [...text.matchAll(/\blogs ([a-z-]+|<service>) \| grep (?:-[iE]+ )?'([^']+)'/g)].flatMap(
        ([, service = '', pattern = '']) =>
          pattern.startsWith('"level"') ? [] : pattern.split(/\\?\|/).map((what) => ({ page, service, what })),
      ),
    )
    expect(asked.length).toBeGreaterThan(20)
    const written = ({ service, what }: (typeof asked)[number]): boolean =>
      `${sources.get(service) ?? all}\n${sources.get('chassis') ?? ''}`.toLowerCase().includes(what.toLowerCase())
    expect(asked.filter((one) => !written(one)).map(({ page, what }) => `${page}: ${what}`)).toEqual([])
  })

  test('ask tables that migrations make', async () => {
    const asked = found(/\bsql (\w+ ["'][^\n]+["'])/g)
    const unknown: string[] = []
    for (const { page, what } of asked) {
      const schema = what.split(' ')[0] ?? ''
      if (schema === 'public') continue
      const owner = schema === 'engine' ? 'game-engine' : schema
      const folder = `${ROOT}services/${owner}/migrations`
      const migrations = (
        await Promise.all((await readdir(folder)).map((file) => readFile(`${folder}/${file}`, 'utf8')))
      ).join('\n')
      for (const [, table = ''] of what.matchAll(/\b(?:from|update|into|join) (\w+)/gi)) {
        if (!new RegExp(`\\b${table}\\b`).test(migrations)) unknown.push(`${page}: ${schema}.${table}`)
      }
    }
    expect(asked.length).toBeGreaterThan(5)
    expect(unknown).toEqual([])
  })
})

describe('documents', () => {
  test('link to files that are there', () => {
    const links = found(/\]\((?!https?:|mailto:|#)([^)\s#]+)/g)
    expect(links.length).toBeGreaterThan(100)
    const dead = links.filter(({ page, what }) => !existsSync(join(ROOT, dirname(page), what)))
    expect(dead.map(({ page, what }) => `${page}: ${what}`)).toEqual([])
  })

  test('that open the door name files that are there', () => {
    const opening = pages.filter(({ page }) => door.includes(page))
    const named = found(/`((?:services|deploy|proto|helm|frontend|docs)\/[\w./-]+)`/g, opening)
    expect(named.length).toBeGreaterThan(40)
    expect(lost(named, (path) => existsSync(`${ROOT}${path}`))).toEqual([])
  })
})

const KINDS: Readonly<Record<string, readonly string[]>> = {
  deploy: ['Deployment'],
  deployment: ['Deployment'],
  sts: ['StatefulSet'],
  statefulset: ['StatefulSet'],
  cronjob: ['CronJob'],
  job: ['Job'],
  svc: ['Service'],
  service: ['Service'],
  secret: ['Secret'],
  hpa: ['Deployment'],
  scaledobject: ['Deployment'],
}

describeWithHelm('objects that documents name', () => {
  let renders: readonly Rendered[]
  beforeAll(async () => {
    renders = await Promise.all([
      rendered(valueSet('gateway-api').files, ['coturn={"enabled":true}', 'media.turnUrls=[]']),
      rendered(valueSet('dev').files),
    ])
  })
  const objects = () => renders.flatMap((render) => render.objects)

  testWithHelm('are what the chart makes', () => {
    const named = found(
      /\b((?:deploy|deployment|sts|statefulset|cronjob|job|svc|service|hpa|scaledobject)\/kla-[a-z-]*[a-z])\b(?!-?[<$])/g,
    )
    expect(named.length).toBeGreaterThan(10)
    const known = (what: string): boolean => {
      const [kind = '', name = ''] = what.split('/')
      return objects().some((object) => (KINDS[kind] ?? []).includes(object.kind) && object.metadata.name === name)
    }
    expect(lost(named, known)).toEqual([])
  })

  testWithHelm('have the components and containers that are asked for', () => {
    const components = new Set(
      renders.flatMap(({ workloads }) => workloads.map(({ labels }) => labels['app.kubernetes.io/component'])),
    )
    const asked = [
      ...found(/\bcomponent=([a-z-]+)/g),
      ...found(
        /^(?:pods|logs|metrics) ([a-z-]+)/gm,
        pages.filter(({ page }) => page.startsWith(RUNBOOKS)),
      ),
    ]
    expect(asked.length).toBeGreaterThan(20)
    expect(lost(asked, (what) => components.has(what))).toEqual([])
    const containers = new Set(
      renders.flatMap(({ workloads }) =>
        workloads.flatMap(({ template }) => template.spec.containers.map(({ name }) => name)),
      ),
    )
    expect(lost(found(/ exec \S+ -c ([a-z-]+)/g), (what) => containers.has(what))).toEqual([])
  })

  testWithHelm('are CronJobs with the names of the list of chores', async () => {
    const text = await read('helm/README.md')
    const [, section = ''] = text.split('## Chores\n')
    const listed = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| (`kla-[^|]+) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    )
    expect(listed.sort()).toEqual(
      objects()
        .filter(({ kind }) => kind === 'CronJob')
        .map(({ metadata }) => metadata.name)
        .sort(),
    )
    const page = await read(`${RUNBOOKS}/kla-job-failed.md`)
    expect(listed.filter((name) => !page.includes(`| \`${name?.replace('kla-', '')}\` |`))).toEqual([])
  })
})

test('a command that names what is not there is found', () => {
  const page = { page: 'a.md', text: 'npm run nothing; node deploy/docker/nothing.mjs' }
  expect(lost(found(/\bnpm run ([\w:-]+)/g, [page]), (name) => name === 'build')).toEqual(['a.md: nothing'])
  expect(lost(found(/\bnode (deploy\/[\w./-]+)/g, [page]), (path) => existsSync(`${ROOT}${path}`))).toEqual([
    'a.md: deploy/docker/nothing.mjs',
  ])
})
