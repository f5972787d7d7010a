import { readdir, readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { signIn } from '@kla/bots'
import type { AdministratorCreation, AdministratorList } from '@kla/proto/web'
import { sized } from '@kla/testkit'
import fc from 'fast-check'
import { signInAdministrator } from '../../src/platform/index.js'
import { mostlyValidFor, type Schema } from '../fuzz/schema-arbitrary.js'
import { platform } from './platform.js'

/**
 * Every documented call, as a visitor, a player and the owner, with values made from the schema that checks it and spoiled
 * half of the time. The cases are the same in every run. Looked for: answers that the contract does not name, faults of the
 * server, and what an answer must never show.
 */

const SEED = 20_261_122
/** For each call and caller. */
const CASES = sized(5, 8)
const WITHIN_MS = 20_000
/** They may end the session of the caller, or close rooms to it: each case has a caller of its own, and they come last. */
const ENDS_THE_CALLER = [
  ...['POST /auth/logout', 'DELETE /user/sessions', 'DELETE /user/sessions/{id}', 'POST /user/age-attestation'],
  ...['POST /admin/logout', 'POST /admin/password', 'PATCH /admin/administrators/{id}'],
]
/** What gives away how the inside works. */
const INSIDE =
  /node_modules|\bat .+\.[jt]s:\d+|SELECT .+ FROM|ECONNREFUSED|relation "|violates|ioredis|nats:\/\/|redis:\/\/|postgres(ql)?:\/\//

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

type Caller = 'visitor' | 'player' | 'owner'
const CALLERS: readonly Caller[] = ['visitor', 'player', 'owner']

let calls: readonly Call[]
/** The first administrator, who calls, and an administrator whom it may change. */
let administratorIds: readonly number[]
let accounts = 0

/** A fresh sign-in: as a new player, or as the first administrator for the owner. */
async function arrive(caller: Caller): Promise<Headers> {
  if (caller === 'visitor') return {}
  if (caller === 'owner') return { authorization: `Bearer ${(await signInAdministrator(platform)).token}` }
  const { cookie } = await signIn(platform.url, `fuzzed-${(accounts += 1)}`)
  return { cookie, origin: platform.url }
}

beforeAll(async () => {
  const owner = await signInAdministrator(platform)
  const body: AdministratorCreation = { name: 'throw-away', password: 'a phrase to throw away', role: 'viewer' }
  expect((await owner.request('/admin/administrators', { method: 'POST', body })).status).toBe(200)
  const { administrators } = (await (await owner.request('/admin/administrators')).json()) as AdministratorList
  const idOf = (wanted: string): number => administrators.find(({ name }) => name === wanted)!.id
  administratorIds = [idOf(platform.console.administrator), idOf(body.name)]
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
  // Generated ids belong to no account.
  const administrator = fc.constantFrom<unknown>(...administratorIds)
  const valueFor = ({ name, schema = {} }: Parameter): fc.Arbitrary<unknown> =>
    path === '/admin/administrators/{id}' && name === 'id'
      ? fc.oneof(administrator, mostlyValidFor(schema))
      : mostlyValidFor(schema)
  const values = fc.tuple(...parameters.map(valueFor))
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
  // A stream of events ends only with its connection.
  const isText = /json|text\/(?!event-stream)|html/.test(response.headers.get('content-type') ?? '')
  const answer = isText ? await response.text() : (await response.body?.cancel(), '')
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

const casesOf = (call: Call): Request[] => fc.sample(requestsOf(call), { numRuns: CASES, seed: SEED })
const endsTheCaller = ({ name }: Call): boolean => ENDS_THE_CALLER.includes(name)

describe('the REST API under generated input', () => {
  test('answers every documented call as documented, for any caller and any input', async () => {
    const headers = { visitor: await arrive('visitor'), player: await arrive('player'), owner: await arrive('owner') }
    const faults: string[] = []
    let sent = 0
    for (const call of calls.filter((one) => !endsTheCaller(one))) {
      for (const caller of CALLERS) {
        for (const request of casesOf(call)) {
          sent += 1
          const fault = await faultOf(call, request, headers[caller])
          if (fault !== undefined) faults.push(fault)
        }
      }
    }
    expect(sent).toBeGreaterThan(sized(1_000, 1_500))
    expect(faults).toEqual([])
    // Or the later calls were all refused for want of a session.
    const still = (path: string, caller: Caller) => fetch(`${platform.url}${path}`, { headers: headers[caller] })
    expect(await (await still('/auth/user', 'player')).json()).toMatchObject({ id: expect.any(Number) })
    expect((await still('/user/inventory', 'player')).status).toBe(200)
    expect((await still('/admin/administrators', 'owner')).status).toBe(200)
  }, 300_000)

  test("answers documented calls that may end their caller's session as documented and keeps the first administrator", async () => {
    const faults: string[] = []
    const ending = calls.filter(endsTheCaller)
    const shared = { visitor: await arrive('visitor'), player: await arrive('player'), owner: await arrive('owner') }
    const callerOf = (call: Call, caller: Caller): Promise<Headers> | Headers =>
      call.path.startsWith('/admin/') === (caller === 'owner') ? arrive(caller) : shared[caller]
    expect(ending.map(({ name }) => name).sort()).toEqual([...ENDS_THE_CALLER].sort())
    for (const call of ending) {
      for (const caller of CALLERS) {
        for (const request of casesOf(call)) {
          const fault = await faultOf(call, request, await callerOf(call, caller))
          if (fault !== undefined) faults.push(fault)
        }
      }
    }
    expect(faults).toEqual([])
    const [own] = administratorIds
    const owner = await signInAdministrator(platform)
    // Without the second founder the first one is the last.
    const { administrators } = (await (await owner.request('/admin/administrators')).json()) as AdministratorList
    const deputy = administrators.find(({ name }) => name === platform.console.deputy.administrator)!
    expect(
      (await owner.request(`/admin/administrators/${deputy.id}`, { method: 'PATCH', body: { disabled: true } })).status,
    ).toBe(200)
    for (const [body, code] of [
      [{ disabled: true }, 'LAST_OWNER'],
      [{ role: 'viewer' }, 'LAST_OWNER'],
      [{ child_safety: false }, 'LAST_CHILD_SAFETY'],
    ] as const) {
      const response = await owner.request(`/admin/administrators/${own}`, { method: 'PATCH', body })
      expect({ body, answer: await response.json() }).toMatchObject({ body, answer: { code } })
    }
    expect((await owner.request('/admin/administrators')).status).toBe(200)
  }, 180_000)

  test('logs no unexpected error in any service', async () => {
    // What a caller is refused is no error of ours; "an RPC failed" and "a request failed" are.
    const logs = await readdir(platform.logDirectory)
    const lines = await Promise.all(logs.map((name) => readFile(`${platform.logDirectory}/${name}`, 'utf8')))
    const errors = lines.flatMap((log) =>
      log.split('\n').filter((line) => /"level":(50|60|"error"|"fatal")/.test(line)),
    )
    expect(errors.map((line) => line.slice(0, 500))).toEqual([])
  })
})
