import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { callGraph, ROOT } from '@kla/cluster'
import { CALLS, SERVICE_NAMES, type ServiceName } from '@kla/proto'
import { parse } from 'yaml'

/** Compares the table in proto/callers.ts with docs/architecture.md, the chart and the code. call-graph.test.ts checks the chart's policies. */

const served = CALLS.filter(({ by }) => by !== 'every')
const arrowsOf = (caller: ServiceName): string[] => [
  ...new Set(
    served.flatMap(({ by, callers }) =>
      Object.values(callers).some((row) => row.includes(caller)) ? [`${caller} -> ${by}`] : [],
    ),
  ),
]
const tableArrows = SERVICE_NAMES.flatMap(arrowsOf).sort()

const sourcesBelow = async (folder: string): Promise<readonly { file: string; text: string }[]> => {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.ts'))
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(join(folder, file), 'utf8') })))
}

describe('the table of calls', () => {
  test('equals the picture in docs/architecture.md', async () => {
    expect(callGraph(await readFile(`${ROOT}docs/architecture.md`, 'utf8'), SERVICE_NAMES).toSorted()).toEqual(
      tableArrows,
    )
  })

  test('equals the addresses that the chart gives each service', async () => {
    const facts = parse(await readFile(`${ROOT}helm/files/services.yaml`, 'utf8')) as Record<
      string,
      { calls: Record<string, string> }
    >
    const passed = Object.entries(facts).flatMap(([caller, { calls }]) =>
      Object.values(calls).map((callee) => `${caller} -> ${callee}`),
    )
    expect(passed.sort()).toEqual(tableArrows)
    expect(Object.keys(facts).sort()).toEqual([...SERVICE_NAMES].sort())
  })

  test.each(SERVICE_NAMES)('has a row for what %s makes clients of, and for nothing else', async (caller) => {
    const sources = await sourcesBelow(`${ROOT}services/${caller}/src`)
    const clients = sources.filter(({ text }) => text.includes('createGrpcClient('))
    const made = new Set(
      clients.flatMap(({ file, text }) => (CLIENT_FILE.test(file) ? definitionsIn(text) : clientsMadeIn(text))),
    )
    const inTable = served.filter(({ callers }) => Object.values(callers).some((row) => row.includes(caller)))
    expect([...made].sort()).toEqual(inTable.map(constantOf).sort())
  })

  test.each(SERVICE_NAMES)('lets %s call no method that it never calls', async (caller) => {
    const text = (await sourcesBelow(`${ROOT}services/${caller}/src`)).map((source) => source.text).join('\n')
    const allowed = served.flatMap(({ callers }) =>
      Object.entries(callers).flatMap(([method, row]) => (row.includes(caller) ? [method] : [])),
    )
    const idle = allowed.filter((method) => !new RegExp(`\\b${method}\\b`).test(text))
    expect(idle).toEqual([])
  })
})

/** A file of clients may call createGrpcClient in a function of its own; elsewhere the definition is its argument. */
const CLIENT_FILE = /clients?(\.ts$|\/)/
const clientsMadeIn = (text: string): string[] =>
  [...text.matchAll(/createGrpcClient\(\{[^}]*/g)].flatMap(([call]) => definitionsIn(call))
const definitionsIn = (text: string): string[] => [...text.matchAll(/\b\w+ServiceService\b/g)].map(([name]) => name)

/** The name that the contract has for a gRPC service, as in `import { AuthServiceService } from '@kla/proto'`. */
function constantOf({ definition }: (typeof served)[number]): string {
  const [{ path } = { path: '' }] = Object.values(definition)
  return `${path.slice(path.lastIndexOf('.', path.lastIndexOf('/')) + 1, path.lastIndexOf('/'))}Service`
}
