import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, test } from '@jest/globals'
import { CHART, type Container, containersOf, environmentOf, ROOT } from '@kla/cluster'
import { parse } from 'yaml'
import { describeWithHelm, rendered, sets, testWithHelm } from '../with-helm.js'
import { secretValue } from './secret-values.js'

type ReadConfig = (source: NodeJS.ProcessEnv) => unknown

/** Read by the platform's own plumbing rather than by a service's config.ts. */
const PLUMBING =
  /^(NODE_ENV|NODE_OPTIONS|NODE_EXTRA_CA_CERTS|HEALTH_HOST|EVENTS_REPLICAS|STOP_WITHIN_MS|POD_NAME|OTEL_[A-Z_]+)$/

const SERVICE_MAIN = /^services\/[^/]+\/dist\/main\.js$/

/** Where what an entry runs reads its environment, and with which function. */
const TOOLS: Readonly<Record<string, readonly [module: string, reader: string]>> = {
  'deploy/bots/dist/commands/smoke.js': ['deploy/bots/src/smoke/config.ts', 'readSmokeConfig'],
  'deploy/local/dist/stand-ins-main.js': ['deploy/local/src/stand-ins/process.ts', 'readStandInsConfig'],
}

describeWithHelm.each(sets)('containers of $name', ({ files }) => {
  testWithHelm('have an environment in which their process starts, with and without optional values', async () => {
    const { workloads } = await rendered(files)
    const containers = workloads.flatMap(containersOf)
    expect(containers.filter((container) => SERVICE_MAIN.test(entryOf(container)))).toHaveLength(9)
    for (const container of containers) {
      const readConfig = await readerOf(container)
      if (readConfig === undefined) continue
      const read = new Set<string>()
      for (const withOptional of [true, false]) {
        const environment = sourceOf(container, withOptional)
        expect(() => readConfig(recording(environment, read))).not.toThrow()
      }
      const passed = environmentOf(container).map(({ name }) => name)
      const unread = passed.filter((name) => !read.has(name) && !PLUMBING.test(name))
      expect({ container: container.name, unread }).toEqual({ container: container.name, unread: [] })
    }
  })

  testWithHelm('run existing files', async () => {
    const { workloads } = await rendered(files)
    const entries = workloads
      .flatMap(containersOf)
      .flatMap(({ args = [] }) => args.filter((arg) => /\/dist\/.*\.js$/.test(arg)))
    const sources = entries.map((entry) => entry.replace('/dist/', '/src/').replace(/\.js$/, '.ts'))
    expect(sources.filter((source) => !existsSync(`${ROOT}${source}`))).toEqual([])
  })
})

test('the sum of connections counts those that evidence opens to the vault', async () => {
  const facts = parse(await readFile(`${CHART}/files/services.yaml`, 'utf8')) as Record<string, object>
  const [, opened] = /VAULT_CONNECTIONS = (\d+)/.exec(
    await readFile(`${ROOT}services/evidence/src/service.ts`, 'utf8'),
  )!
  expect(facts['evidence']).toMatchObject({ vaultConnections: Number(opened) })
})

async function readerOf(container: Container): Promise<ReadConfig | undefined> {
  const entry = entryOf(container)
  const [module, reader] = SERVICE_MAIN.test(entry)
    ? [entry.replace('/dist/main.js', '/src/config.ts'), 'readConfig']
    : (TOOLS[entry] ?? [])
  if (module === undefined || reader === undefined) return undefined
  return ((await import(`${ROOT}${module}`)) as Readonly<Record<string, ReadConfig>>)[reader]
}

const entryOf = ({ args }: Container): string => args?.[0] ?? ''

function sourceOf(container: Container, withOptional: boolean): NodeJS.ProcessEnv {
  const variables = environmentOf(container).map(({ name, value, secret }): [string, string | undefined] => {
    if (secret === undefined) return [name, value ?? 'from-the-pod']
    return [name, secret.optional && !withOptional ? undefined : secretValue(name)]
  })
  return Object.fromEntries(variables.filter(([, value]) => value !== undefined))
}

const recording = (source: NodeJS.ProcessEnv, read: Set<string>): NodeJS.ProcessEnv =>
  new Proxy(source, {
    get(target, name) {
      if (typeof name === 'string') read.add(name)
      return target[name as string]
    },
  })
