import { EventEmitter } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { type Client, type ServiceError, status as Status } from '@grpc/grpc-js'
import { afterEach, describe, expect, test } from '@jest/globals'
import type { CallBatchRequest, CallResult } from '@kla/proto'
import { createTestPrincipals } from '@kla/testkit'
import fc from 'fast-check'
import { BATCH_MAX_BYTES, BATCH_MAX_CALLS } from '../../src/grpc/batch-limits.js'
import { BatchedCalls } from '../../src/grpc/batched-calls.js'

/** Calls with a server that the test plays: it sees the batches and answers them. */
function build() {
  const clock = { nowMs: Date.now() }
  const batches: (EventEmitter & { readonly calls: CallBatchRequest['calls']; cancelled: boolean })[] = []
  const client = {
    makeServerStreamRequest(...[, , , request]: [string, unknown, unknown, CallBatchRequest]) {
      const stream = Object.assign(new EventEmitter(), {
        calls: request.calls,
        cancelled: false,
        cancel: () => void (stream.cancelled = true),
      })
      batches.push(stream)
      return stream
    },
  }
  const calls = new BatchedCalls({ client: () => client as unknown as Client, now: () => clock.nowMs })
  const join = (
    name: string,
    { principal = '', turn = undefined as string | undefined, bytes = 0, withinMs = 60_000 } = {},
  ) => {
    const request = Buffer.concat([Buffer.from(name), Buffer.alloc(bytes)])
    return calls.join({ path: '/s/m', request, principal, turn, requestId: name, until: clock.nowMs + withinMs })
  }
  const begin = (number: number) => batches[number]?.emit('metadata')
  const answer = (number: number, ...results: CallResult[]) => batches[number]?.emit('data', { results })
  const names = () => batches.map((batch) => batch.calls.map(({ requestId }) => requestId))
  const lane = { clock, client, batches, calls, join, begin, answer, names }
  lanes.push(lane)
  return lane
}

const lanes: { readonly batches: readonly EventEmitter[] }[] = []
afterEach(async () => {
  for (const { batches } of lanes.splice(0)) {
    for (let ended = 0; ended < batches.length; ended++) {
      batches[ended]?.emit('end')
      await turn()
    }
  }
})

const responseOf = (index: number, text: string): CallResult => ({
  index,
  outcome: { $case: 'response', value: Buffer.from(text) },
})
const joined = (lane: ReturnType<typeof build>, names: string, options = {}) =>
  [...names].map((name) => lane.join(name, options).catch((error: Error) => error))

describe('batched calls', () => {
  test('are joined only while another is in flight', async () => {
    const { calls } = build()
    expect(calls.isJoined()).toBe(false)
    const alone = calls.alone(turn())
    expect(calls.isJoined()).toBe(true)
    await alone
    expect(calls.isJoined()).toBe(false)
  })

  test('are sent at the end of their turn, and alone if a batch would cost more', async () => {
    const lane = build()
    const few = joined(lane, 'ab')
    expect(await Promise.all(few)).toEqual([undefined, undefined])
    expect(lane.names()).toEqual([])
    void joined(lane, 'abc')
    await turn()
    expect(lane.names()).toEqual([['a', 'b', 'c']])
  })

  test('wait until a server has begun the last batch, even if calls of it are unanswered', async () => {
    const lane = build()
    void joined(lane, 'abc')
    await turn()
    void joined(lane, 'de')
    await turn()
    void joined(lane, 'f')
    await turn()
    expect(lane.names()).toEqual([['a', 'b', 'c']])
    lane.begin(0)
    await turn()
    expect(lane.names()).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e', 'f'],
    ])
  })

  test('are sent to another server when the last batch stalls', async () => {
    const lane = build()
    void joined(lane, 'abc')
    await turn()
    const late = joined(lane, 'de')
    expect(await Promise.all(late)).toEqual([undefined, undefined])
  })

  test('get their own answers in any order and from any batch', async () => {
    const lane = build()
    const first = joined(lane, 'abc')
    await turn()
    lane.begin(0)
    const second = joined(lane, 'def')
    await turn()
    lane.answer(1, responseOf(2, 'F'))
    lane.answer(0, responseOf(1, 'B'), {
      index: 0,
      outcome: { $case: 'refusal', value: { reason: 'ALREADY_PICKED', text: 'Picked.' } },
    })
    lane.answer(1, responseOf(0, 'D'), { index: 1, outcome: { $case: 'notTaken', value: Status.UNIMPLEMENTED } })
    lane.answer(0, { index: 2, outcome: { $case: 'refusal', value: { reason: 'OF_A_LATER_RELEASE', text: '' } } })
    expect(await Promise.all([...first, ...second])).toMatchObject([
      { reason: 'ALREADY_PICKED', message: 'Picked.' },
      Buffer.from('B'),
      { reason: 'INTERNAL' },
      Buffer.from('D'),
      undefined,
      Buffer.from('F'),
    ])
    expect(lane.calls.isJoined()).toBe(false)
  })

  test('take turns among accounts, so that many calls of one account delay no other', async () => {
    const lane = build()
    const many = Array.from({ length: 10 * BATCH_MAX_CALLS }, (_, number) => `a${number}`)
    for (const name of many) lane.join(name, { principal: 'a' }).catch(() => undefined)
    void joined(lane, 'xy', { principal: 'b' })
    void joined(lane, 'z', { principal: 'c' })
    await turn()
    expect(lane.names()[0]?.slice(0, 6)).toEqual(['a0', 'x', 'z', 'a1', 'y', 'a2'])
    // What no server has begun waits here, where a later account still comes first.
    const sent = lane.batches.length
    expect(sent).toBeLessThan(10)
    void joined(lane, 'n', { principal: 'd' })
    lane.begin(0)
    await turn()
    expect(lane.names()[sent]?.slice(0, 2)).toContain('n')
  })

  test('take turns by account, not by token, and by network without one', async () => {
    const principals = await createTestPrincipals()
    const lane = build()
    const tokensOf = (accountId: number) => (sessionKey: string) =>
      principals.sign({ accountId, username: 'ada', sessionKey })
    const [one, other, third] = await Promise.all([...['s1', 's2'].map(tokensOf(1)), tokensOf(2)('s3')])
    for (const [name, principal] of [
      ['a', one],
      ['b', other],
      ['c', one],
      ['d', third],
    ] as const) {
      lane.join(name, { principal: principal ?? '' }).catch(() => undefined)
    }
    for (const [name, network] of [
      ['n', 'crowd'],
      ['o', 'crowd'],
      ['p', 'crowd'],
      ['q', 'elsewhere'],
    ] as const) {
      lane.join(name, { turn: network }).catch(() => undefined)
    }
    await turn()
    expect(lane.names()[0]).toEqual(['a', 'd', 'n', 'q', 'b', 'o', 'c', 'p'])
    // The network stays here.
    expect(lane.batches[0]?.calls.every((call) => !('turn' in call))).toBe(true)
  })

  test('stay within the limits of a batch for any sizes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: BATCH_MAX_BYTES + 10 }), { minLength: 3, maxLength: 200 }),
        async (sizes) => {
          const lane = build()
          const results = sizes.map((bytes, number) => lane.join(String(number), { bytes }))
          for (let number = 0; number < sizes.length; number++) {
            await turn()
            lane.begin(number)
          }
          for (const { calls } of lane.batches) {
            expect(calls.length).toBeLessThanOrEqual(BATCH_MAX_CALLS)
            expect(calls.reduce((sum, { request }) => sum + request.length, 0)).toBeLessThanOrEqual(BATCH_MAX_BYTES)
          }
          for (const [number, { calls }] of lane.batches.entries())
            lane.answer(number, ...calls.map((call, index) => responseOf(index, call.requestId)))
          const answers = await Promise.all(results)
          expect(answers.every((answer, number) => answer === undefined || answer.toString() === String(number))).toBe(
            true,
          )
          expect(lane.calls.isJoined()).toBe(false)
        },
      ),
      { numRuns: 20 },
    )
  })

  test('fail at their deadline while they wait, and are not sent', async () => {
    const lane = build()
    void joined(lane, 'abc')
    await turn()
    const [late] = joined(lane, 'd', { withinMs: 1 })
    expect(await late).toMatchObject({ code: Status.DEADLINE_EXCEEDED })
    void joined(lane, 'efg')
    lane.begin(0)
    await turn()
    expect(lane.names()).toEqual([
      ['a', 'b', 'c'],
      ['e', 'f', 'g'],
    ])
  })

  test('fail at their own deadline in a batch, which is cancelled when no caller is waiting', async () => {
    const lane = build()
    const short = joined(lane, 'a', { withinMs: 5 })
    const long = joined(lane, 'bc', { withinMs: 60_000 })
    await turn()
    expect(await short[0]).toMatchObject({ code: Status.DEADLINE_EXCEEDED })
    expect(lane.batches[0]?.cancelled).toBe(false)
    lane.answer(0, responseOf(1, 'B'), responseOf(2, 'C'))
    expect(await Promise.all(long)).toEqual([Buffer.from('B'), Buffer.from('C')])

    const other = build()
    const all = joined(other, 'abc', { withinMs: 5 })
    await Promise.all(all)
    expect(other.batches[0]?.cancelled).toBe(true)
  })

  test('fail together with their batch, and are retried by their own rules', async () => {
    const lane = build()
    const calls = joined(lane, 'abc')
    await turn()
    const error = Object.assign(new Error('gone'), {
      code: Status.UNAVAILABLE,
      details: '',
      metadata: undefined,
    }) as unknown as ServiceError
    lane.answer(0, responseOf(0, 'A'))
    lane.batches[0]?.emit('error', error)
    expect(await Promise.all(calls)).toEqual([Buffer.from('A'), error, error])
  })

  test('fail when a server ends a batch without an answer for them', async () => {
    const lane = build()
    const calls = joined(lane, 'abc')
    await turn()
    lane.batches[0]?.emit('end')
    expect(await Promise.all(calls)).toMatchObject([{}, {}, {}].map(() => ({ code: Status.UNAVAILABLE })))
  })

  test('are sent alone for a while when a server does not support batches', async () => {
    const lane = build()
    const calls = joined(lane, 'abc')
    await turn()
    lane.batches[0]?.emit('error', Object.assign(new Error(), { code: Status.UNIMPLEMENTED }))
    expect(await Promise.all(calls)).toEqual([undefined, undefined, undefined])
    const alone = lane.calls.alone(turn())
    expect(lane.calls.isJoined()).toBe(false)
    lane.clock.nowMs += 5_000
    expect(lane.calls.isJoined()).toBe(true)
    await alone
  })

  test('are rejected when their client is closed', async () => {
    const lane = build()
    lane.client.makeServerStreamRequest = () => {
      throw new Error('Channel has been shut down')
    }
    const calls = joined(lane, 'abc')
    expect((await Promise.all(calls)).map(String)).toEqual(Array(3).fill('Error: Channel has been shut down'))
    expect(lane.calls.isJoined()).toBe(false)
  })
})
