import { randomBytes } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { nextEvent, partPair, seatPair, signIn } from '@kla/bots'
import { type CollectedSpan, eventually, uniqueName } from '@kla/testkit'
import { collector, platform } from './platform.js'

/** A trace as a client begins it: it says "not recorded", which is not for it to say. */
function begin() {
  const traceId = randomBytes(16).toString('hex')
  const spanId = randomBytes(8).toString('hex')
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-00` }
}

const spansOf = (traceId: string): CollectedSpan[] => collector.spans().filter((span) => span.traceId === traceId)

/** "service: name" of a span and of all above it, the topmost first. */
function lineage(spans: readonly CollectedSpan[], span: CollectedSpan): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId)
  return [...(parent ? lineage(spans, parent) : []), `${span.service} ${span.kind}: ${span.name}`]
}

/** Parents that are neither of the trace nor the sender's. */
const orphans = (spans: readonly CollectedSpan[], sender: string): CollectedSpan[] =>
  spans.filter(({ parentSpanId }) => parentSpanId !== sender && !spans.some(({ spanId }) => spanId === parentSpanId))

describe('a trace', () => {
  test('follows a command from the browser through gRPC, Redis and NATS to the sockets of another gateway', async () => {
    const sent = begin()
    const gateways = platform.running('gateway').map(({ url }) => url)
    const pair = await seatPair({
      url: platform.url,
      name: uniqueName('traced'),
      gateways: { first: gateways.slice(0, 1), second: gateways.slice(1) },
      traceOf: (event) => (event === 'ready-up' ? sent.traceparent : undefined),
    })
    await pair.first.must('ready-up', { roomId: pair.roomId })

    const spans = await eventually(() => {
      const found = spansOf(sent.traceId)
      expect(found.filter(({ name }) => name === 'deliver').length).toBeGreaterThanOrEqual(2)
      expect(orphans(found, sent.spanId)).toEqual([])
      return found
    }, 15_000)
    await partPair(pair)
    const lines = spans.map((span) => lineage(spans, span).join(' > '))
    const command = 'gateway server: ready-up'
    const call = 'grpc.kla.engine.v1.GameEngineService/ReadyUp'
    const served = `${command} > gateway client: ${call} > game-engine server: ${call}`
    const published = `${served} > game-engine producer: publish kla.room.*.battle > gateway consumer: process kla.room.*.battle`
    expect(lines).toContain(command)
    expect(lines).toContain(`${served} > game-engine client: evalsha`)
    expect(lines.filter((line) => line === `${published} > gateway internal: deliver`)).toHaveLength(2)

    const named = (name: string) => spans.filter((span) => span.name === name)
    expect(named('ready-up').map(({ attributes }) => attributes['kla.result'])).toEqual(['ok'])
    const [commandedAt] = named('ready-up').map(({ instance }) => instance)
    const deliveredAt = new Set(named('deliver').map(({ instance }) => instance))
    expect(deliveredAt.size).toBe(2)
    expect(deliveredAt).toContain(commandedAt)
  }, 60_000)

  test.each([
    ['GET', '/user/inventory', 'commerce', 'grpc.kla.commerce.v1.CommerceService/GetInventory'],
    ['POST', '/user/age-attestation', 'auth', 'grpc.kla.auth.v1.AuthService/AttestAge'],
  ])(
    'follows the call %s %s through gRPC to PostgreSQL',
    async (method, path, service, call) => {
      const sent = begin()
      const session = await signIn(platform.url, uniqueName('caller'))
      const answer = await fetch(`${platform.url}${path}`, {
        method,
        headers: {
          cookie: session.cookie,
          origin: platform.url,
          traceparent: sent.traceparent,
          ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
        },
        ...(method === 'POST' ? { body: JSON.stringify({ over18: true }) } : {}),
      })
      expect(answer.status).toBe(200)

      const served = [`gateway server: ${method} ${path}`, `gateway client: ${call}`, `${service} server: ${call}`]
      const isStatement = (span: CollectedSpan): boolean => span.service === service && span.name.startsWith('pg.query')
      const spans = await eventually(() => {
        const found = spansOf(sent.traceId)
        const statements = found.filter(isStatement).map((span) => lineage(found, span).slice(0, served.length))
        expect(statements).toContainEqual(served)
        expect(orphans(found, sent.spanId)).toEqual([])
        return found
      }, 15_000)
      expect(spans.find(({ parentSpanId }) => parentSpanId === sent.spanId)?.attributes).toEqual({
        'http.request.method': method,
        'http.route': path,
        'http.response.status_code': 200,
      })
    },
    60_000,
  )

  test('begins with a client, a deadline or a published event and never with a polling loop', async () => {
    const pair = await seatPair({ url: platform.url, name: uniqueName('late') })
    const deadline = nextEvent(pair.first.client, 'show-gif', () => true, { withinMs: 10_000 })
    for (const bot of [pair.first, pair.second]) await bot.must('ready-up', { roomId: pair.roomId })
    await deadline
    await partPair(pair)

    const roots = await eventually(() => {
      const found = collector.spans().filter(({ parentSpanId }) => parentSpanId === '')
      return found.some(({ name }) => name === 'deadline') && found
    }, 15_000)
    const from = (span: CollectedSpan): string => {
      if (span.service === 'gateway' && span.kind === 'server') return 'a client'
      if (span.name.startsWith('publish kla.events.')) return 'an event'
      return `${span.service} ${span.kind}: ${span.name}`
    }
    expect([...new Set(roots.map(from))].sort()).toEqual(['a client', 'an event', 'game-engine internal: deadline'])
  }, 60_000)
})
