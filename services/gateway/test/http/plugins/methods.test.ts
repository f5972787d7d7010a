import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { REASONS } from '@kla/proto/web'
import type { FastifyInstance } from 'fastify'
import { createAllowedMethods } from '../../../src/http/plugins/spa.js'
import type { Service } from '../../../src/index.js'
import { createWorld, type World } from '../../support/world.js'

/** Methods that Node reads, except CONNECT, which is no request. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'MKCOL', 'PURGE']
const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { responses: Record<string, { $ref?: string }> }>>>>
  readonly components: { readonly responses: Record<string, unknown> }
}

let world: World
let gateway: Service
let app: FastifyInstance
let contract: Contract

beforeAll(async () => {
  world = await createWorld()
  for (const person of [1, 2]) world.auth.person(person)
  gateway = await world.gateway()
  app = gateway.http
  contract = (await app.inject('/openapi.json')).json()
})
afterAll(() => world.stop())

interface Answered {
  readonly status: number
  readonly allow: string | undefined
  readonly body: string
}

const send = (method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const sent = request({ port: gateway.ports.http, host: '127.0.0.1', method, path, headers }, (response) => {
      const { statusCode = 0, headers: answered } = response
      // A stream ends only with its connection.
      if (answered['content-type'] === 'text/event-stream') {
        sent.destroy()
        return resolve({ status: statusCode, allow: undefined, body: '' })
      }
      text(response).then((read) => resolve({ status: statusCode, allow: answered.allow, body: read }), reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })

/** Maps every address to the methods of its routes. */
function addresses(): Map<string, Set<string>> {
  const known = new Map<string, Set<string>>()
  for (const { method, url } of app.routes) {
    const methods = known.get(url) ?? new Set()
    known.set(url, methods)
    for (const one of [method].flat()) methods.add(one)
  }
  return known
}

/** Replaces each parameter of the address. */
const concrete = (url: string): string => url.replace(/:\w+/g, '7')
const templated = (url: string): string => url.replace(/:(\w+)/g, '{$1}')

test('every address answers 405 with Allow to methods it does not support', async () => {
  const wrong: string[] = []
  for (const [url, own] of addresses()) {
    const path = concrete(url)
    // An address may match another route too: GET /admin/reports/bulk is the report "bulk".
    const known = createAllowedMethods(app.routes)(path)
    expect([...own].every((method) => known.includes(method))).toBe(true)
    for (const method of METHODS.filter((one) => !known.includes(one))) {
      const { status, allow, body } = await send(method, path)
      const actual = { status, allow, body }
      const { text: error } = REASONS.METHOD_NOT_ALLOWED
      const said = method === 'HEAD' ? '' : JSON.stringify({ error, code: 'METHOD_NOT_ALLOWED' })
      const right = { status: 405, allow: known.join(', '), body: said }
      if (JSON.stringify(actual) !== JSON.stringify(right)) wrong.push(`${method} ${path}: ${JSON.stringify(actual)}`)
    }
  }
  expect(wrong).toEqual([])
})

test.each(['/nowhere', '/user', '/user/bans/7', '/admin/cups/7/ties', '/'])(
  '%s answers 404 to any method',
  async (path) => {
    for (const method of ['GET', 'POST', 'DELETE', 'PROPFIND']) {
      const { status, allow } = await send(method, path)
      expect([method, status, allow]).toEqual([method, 404, undefined])
    }
  },
)

describe('OpenAPI document', () => {
  const PEOPLE: Record<string, string>[] = [
    {},
    { cookie: 'kla=session-1' },
    { authorization: 'Bearer owner' },
    { authorization: 'Bearer viewer' },
  ]
  const BODIES = [undefined, '{}', '[]', '{', '"\u0000"']

  test('lists every status that a call answers', async () => {
    const undocumented: string[] = []
    for (const [url, methods] of addresses()) {
      for (const method of methods) {
        const operation = contract.paths[templated(url)]?.[method.toLowerCase()]
        // HEAD is answered like GET; probes and the contract itself are not described.
        if (!operation) continue
        for (const person of PEOPLE) {
          for (const body of WITH_BODY.has(method) ? BODIES : [undefined]) {
            for (const path of [concrete(url), url.replace(/:\w+/g, 'x'), `${concrete(url)}?limit=x&u=x&mode=x`]) {
              const headers = { ...person, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
              const { status } = await send(method, path, headers, body)
              if (!(status in operation.responses)) undocumented.push(`${method} ${path}: ${status}`)
            }
          }
        }
      }
    }
    expect([...new Set(undocumented)]).toEqual([])
  }, 120_000)

  test.each([
    ['408 and 431 by name', ['408', '431']],
    ['400, 404, 405, 429, 500 and 503 by name', ['400', '404', '405', '429', '500', '503']],
  ])('lists %s for every call', (_what, statuses) => {
    const missing = Object.entries(contract.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { responses }]) =>
        statuses.filter((status) => !(status in responses)).map((status) => `${method} ${path} ${status}`),
      ),
    )
    expect(missing).toEqual([])
  })

  test('has no status ranges and no undescribed refusals', () => {
    const all = Object.values(contract.paths).flatMap((operations) =>
      Object.values(operations).flatMap(({ responses }) => Object.entries(responses)),
    )
    expect(all.filter(([status]) => !/^\d{3}$/.test(status))).toEqual([])
    const named = all.flatMap(([, { $ref }]) =>
      $ref === undefined ? [] : [$ref.replace('#/components/responses/', '')],
    )
    expect([...new Set(named)].filter((status) => !(status in contract.components.responses))).toEqual([])
  })

  test('lists 413 and 431 as they are answered', async () => {
    // A player whom nothing above has signed out.
    const headers = { 'content-type': 'application/json', cookie: 'kla=session-2' }
    const large = await send('POST', '/report', headers, JSON.stringify('x'.repeat(70_000)))
    expect(large.status).toBe(413)
    const socket = connect(gateway.ports.http, '127.0.0.1')
    socket.write(`GET /api/shop HTTP/1.1\r\nhost: kla\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`)
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 431 /)
    expect(Object.keys(contract.paths['/report']?.['post']?.responses ?? {})).toEqual(
      expect.arrayContaining(['413', '431']),
    )
  })
})
