import { expect } from '@jest/globals'
import { existsSync } from 'node:fs'
import { containersOf, environmentOf, ROOT, type Container, type KubeObject } from '@kla/cluster'
import { describeWithHelm, rendered, sets, testWithHelm } from '../with-helm.js'
import { secretValue } from './secret-values.js'

type ReadConfig = (source: NodeJS.ProcessEnv) => unknown

/** Read by the platform's own plumbing rather than by a service's config.ts. */
const PLUMBING = /^(NODE_ENV|NODE_OPTIONS|STOP_WITHIN_MS|POD_NAME|OTEL_[A-Z_]+)$/

describeWithHelm.each(sets)('The containers of $name', ({ files }) => {
  testWithHelm('give every service an environment in which it starts, with and without what is optional', async () => {
    const { objects, workloads } = await rendered(files)
    const mains = workloads.flatMap(containersOf).filter(({ args }) => /^services\/[^/]+\/dist\/main\.js$/.test(args?.[0] ?? ''))
    expect(mains).toHaveLength(8)
    for (const container of mains) {
      const readConfig = await readConfigOf(container)
      const read = new Set<string>()
      for (const withOptional of [true, false]) {
        const environment = sourceOf(container, objects, withOptional)
        expect(() => readConfig(recording(environment, read))).not.toThrow()
      }
      const told = environmentOf(container, objects).map(({ name }) => name)
      const unread = told.filter((name) => !read.has(name) && !PLUMBING.test(name))
      expect({ container: container.name, unread }).toEqual({ container: container.name, unread: [] })
    }
  })

  testWithHelm('run files that there are', async () => {
    const { workloads } = await rendered(files)
    const entries = workloads.flatMap(containersOf).flatMap(({ args = [] }) => args.filter((arg) => /\/dist\/.*\.js$/.test(arg)))
    const sources = entries.map((entry) => entry.replace('/dist/', '/src/').replace(/\.js$/, '.ts'))
    expect(sources.filter((source) => !existsSync(`${ROOT}${source}`))).toEqual([])
  })
})

async function readConfigOf({ args }: Container): Promise<ReadConfig> {
  const [service] = /^services\/[^/]+/.exec(args?.[0] ?? '') ?? []
  const module = (await import(`${ROOT}${service}/src/config.ts`)) as { readConfig: ReadConfig }
  return module.readConfig
}

function sourceOf(container: Container, objects: readonly KubeObject[], withOptional: boolean): NodeJS.ProcessEnv {
  const variables = environmentOf(container, objects).map(({ name, value, secret }): [string, string | undefined] => {
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
