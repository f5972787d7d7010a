import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { signIn } from '@kla/load'
import type { Platform } from '@kla/local'
import fc from 'fast-check'
import { readdir, readFile } from 'node:fs/promises'
import { signInAdministrator, startTestPlatform } from '../../src/platform/index.js'
import { mostlyValidFor, type Schema } from './fuzz/schema-arbitrary.js'

/**
 * Every documented call, as a visitor, a player and the owner, with values made from the schema that checks it and spoiled
 * half of the time. The cases are the same in every run. Looked for: answers that the contract does not name, faults of the
 * server, and what an answer must never show.
 */

const SEED = 20_261_122
/** For each call and caller. */
const CASES = 8
const WITHIN_MS = 20_000
/** They end the session or the administrator that the other cases need. */
const NOT_CALLED = ['POST /auth/logout', 'PATCH /admin/administrators/{id}', 'DELETE /admin/administrators/{id}']
/** What gives away how the inside works. */
const INSIDE = /node_modules|\bat .+\.[jt]s:\d+|SELECT .+ FROM|ECONNREFUSED|relation "|violates|ioredis|nats:\/\/|redis:\/\/|postgres(ql)?:\/\//

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema?: Schema
}
interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }
  readonly responses?: Readonly<Record<string, unknown>>
}
interface Call {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly operation: Operation
}
type Headers = Readonly<Record<string, string>>

let platform: Platform
let callers: Readonly<Record<string, Headers>>
let calls: readonly Call[]
beforeAll(async () => {
  platform = await startTestPlatform('fuzz')
  const [player, owner] = await Promise.all([signIn(platform.url, 'fuzzed'), signInAdministrator(platform)])
  callers = {
    visitor: {},
    player: { cookie: player.cookie, origin: platform.url },
    owner: { authorization: `Bearer ${owner.token}` },
  }
  const { paths } = (await (await fetch(`${platform.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`
      return { name, method: method.toUpperCase(), path, operation }
    }),
  )
}, 120_000)
afterAll(() => platform?.close())

/** The address and body of one case. */
interface Request {
  readonly address: string
  readonly body: unknown
}

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
// Half of a surrogate pair has no place in an address; clients send its replacement.
const wellFormed = (value: unknown): string => Buffer.from(text(value)).toString()
const encoded = (value: unknown): string => encodeURIComponent(wellFormed(value))

function requestsOf({ path, operation }: Call): fc.Arbitrary<Request> {
  const parameters = (operation.parameters ?? []).filter((one) => one.in === 'path' || one.in === 'query')
  const values = fc.tuple(...parameters.map(({ schema = {} }) => mostlyValidFor(schema)))
  const schema = operation.requestBody?.content?.['application/json']?.schema
  const body = schema === undefined ? fc.constant(undefined) : mostlyValidFor(schema)
  return fc.tuple(values, body).map(([given, sent]) => {
    const query = new URLSearchParams()
    let address = path
    parameters.forEach((parameter, index) => {
      const value = given[index]
      if (parameter.in === 'path') address = address.replace(`{${parameter.name}}`, encoded(value) || '%20')
      else if (value !== undefined) query.set(parameter.name, wellFormed(value).slice(0, 2_000))
    })
    return { address: query.size === 0 ? address : `${address}?${query}`, body: sent }
  })
}

/** What is wrong with the answer to one case; nothing when it is as documented. */
async function faultOf(call: Call, { address, body }: Request, headers: Headers): Promise<string | undefined> {
  const response = await fetch(`${platform.url}${address}`, {
    method: call.method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(WITHIN_MS),
  })
  const { status } = response
  const isText = /json|text|html/.test(response.headers.get('content-type') ?? '')
  const answer = isText ? await response.text() : ((await response.body?.cancel()), '')
  const where = `${call.name} answers ${status} to ${address.slice(0, 300)} ${JSON.stringify(body)?.slice(0, 300) ?? ''}`
  // A part that is away is no fault; in this run none is.
  if (status >= 500) return `${where}: ${answer.slice(0, 200)}`
  if (call.operation.responses?.[String(status)] === undefined) return `${where}, which the contract does not name`
  const isNamed = /"error":.*"code":|"code":.*"error":/s.test(answer)
  // An answer to HEAD has no body.
  if (status >= 400 && call.method !== 'HEAD' && !isNamed) return `${where} without a text and a code`
  if (INSIDE.test(answer)) return `${where} and shows the inside: ${answer.slice(0, 300)}`
  return undefined
}

test('every documented call answers as documented, whoever calls and whatever is sent', async () => {
  const faults: string[] = []
  let sent = 0
  for (const call of calls.filter(({ name }) => !NOT_CALLED.includes(name))) {
    for (const headers of Object.values(callers)) {
      for (const request of fc.sample(requestsOf(call), { numRuns: CASES, seed: SEED })) {
        sent += 1
        const fault = await faultOf(call, request, headers)
        if (fault !== undefined) faults.push(fault)
      }
    }
  }
  expect(sent).toBeGreaterThan(1_500)
  expect(faults).toEqual([])
}, 300_000)

test('no service has met an error that it did not expect', async () => {
  // What a caller is refused is no error of ours; "an RPC failed" and "a request failed" are.
  const logs = await readdir(platform.logDirectory)
  const lines = await Promise.all(logs.map((name) => readFile(`${platform.logDirectory}/${name}`, 'utf8')))
  const errors = lines.flatMap((log) => log.split('\n').filter((line) => /"level":(50|60|"error"|"fatal")/.test(line)))
  expect(errors.map((line) => line.slice(0, 500))).toEqual([])
})
