import { EventEmitter } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { type Client, status as Status } from '@grpc/grpc-js'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import type { CallStreamRequest, CallStreamResponse, StreamedResult } from '@kla/proto'
import { createTestPrincipals } from '@kla/testkit'
import fc from 'fast-check'
import { statusError } from '../../src/grpc/call-stream.js'
import { CALL_MAX_BYTES, UNTAKEN_MAX_BYTES, UNTAKEN_MAX_CALLS } from '../../src/grpc/stream-limits.js'
import { StreamedCalls } from '../../src/grpc/streamed-calls.js'

type Call = CallStreamRequest['calls'][number]

/** A stream that the test plays the server of. */
class PlayedStream extends EventEmitter {
  readonly calls: Call[] = []
  readonly messages: number[] = []
  readonly cancelled: number[] = []
  halfClosed = false
  gaveUp = false

  constructor(readonly peer: string) {
    super()
  }

  getPeer = (): string => this.peer

  write({ calls, cancelled }: CallStreamRequest): void {
    this.calls.push(...calls)
    this.messages.push(calls.length)
    this.cancelled.push(...cancelled)
  }

  end(): void {
    this.halfClosed = true
  }

  cancel(): void {
    this.gaveUp = true
    this.fail(Status.CANCELLED)
  }

  fail(code: Status): void {
    if (this.listenerCount('error') > 0) this.emit('error', statusError(code))
  }

  say(message: Partial<CallStreamResponse>): void {
    this.emit('data', { results: [], takenCalls: 0, takenBytes: 0, draining: false, ...message })
  }

  answer(...names: string[]): void {
    const of = (name: string) => this.calls.find(({ requestId }) => requestId === name)?.id ?? 0
    this.say({ results: names.map((name) => resultOf(of(name), name.toUpperCase())) })
  }

  get names(): string[] {
    return this.calls.map(({ requestId }) => requestId)
  }
}

const resultOf = (id: number, text: string): StreamedResult => ({
  id,
  outcome: { $case: 'response', value: Buffer.from(text) },
})

/** Searches for servers, deadlines and idle streams come when a test advances the time, never in its middle. */
beforeEach(
  () => void jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'] }),
)

const opened: { readonly calls: StreamedCalls; readonly streams: PlayedStream[]; shutDown(): void }[] = []
afterEach(async () => {
  for (const { calls, streams, shutDown } of opened.splice(0)) {
    calls.close()
    shutDown()
    for (const stream of streams) stream.fail(Status.UNAVAILABLE)
  }
  await turn()
  jest.useRealTimers()
})

/** Streams go to `peers` in turn. */
function build({ peers = ['one'] } = {}) {
  const clock = { nowMs: Date.now() }
  const streams: PlayedStream[] = []
  const client = {
    isOpen: true,
    makeBidiStreamRequest() {
      if (!client.isOpen) throw new Error('Channel has been shut down')
      const stream = new PlayedStream(peers[streams.length % peers.length] ?? '')
      streams.push(stream)
      return stream
    },
  }
  const calls = new StreamedCalls({
    client: () => client as unknown as Client,
    now: () => clock.nowMs,
  })
  const shutDown = () => void (client.isOpen = false)
  opened.push({ calls, streams, shutDown })
  const call = (
    name: string,
    {
      principal = '',
      turn = undefined as string | undefined,
      bytes = 0,
      withinMs = 60_000,
      signal = undefined as AbortSignal | undefined,
    } = {},
  ): Promise<unknown> => {
    const request = Buffer.concat([Buffer.from(name), Buffer.alloc(bytes)])
    const until = clock.nowMs + withinMs
    return calls
      .call({ path: '/s/m', request, principal, turn, requestId: name, until, signal })
      .then((answer) => answer?.toString(), (error: Error) => error) // oxfmt-ignore
  }
  const all = (names: string, options = {}) => [...names].map((name) => call(name, options))
  return { clock, shutDown, streams, calls, call, all }
}

/** Begins the first stream, and ends the search for other servers. */
async function buildOpen(options = {}) {
  const built = build(options)
  void built.call('first')
  await turn()
  const [stream] = built.streams as [PlayedStream]
  stream.emit('metadata')
  built.streams[1]?.emit('metadata')
  stream.say({ takenCalls: 1, takenBytes: 'first'.length })
  stream.answer('first')
  return { ...built, stream }
}

describe('streamed calls', () => {
  test('of one turn share a message on the first stream, before a server has begun it', async () => {
    const { streams, all } = build()
    const answers = all('abc')
    await turn()
    void all('d')
    await turn()
    expect(streams.map(({ names }) => names)).toEqual([['a', 'b', 'c', 'd']])
    expect(streams[0]?.messages).toEqual([3, 1])
    streams[0]?.answer('c', 'a')
    streams[0]?.answer('b')
    expect(await Promise.all(answers)).toEqual(['A', 'B', 'C'])
  })

  test('get their own outcomes in any order', async () => {
    const { stream, all } = await buildOpen()
    const answers = all('abcde')
    await turn()
    const [, a, b, c, d, e] = stream.calls.map(({ id }) => id) as [number, number, number, number, number, number]
    const refusal = (id: number, reason: string, text: string, retryAfterMs?: number): StreamedResult => ({
      id,
      outcome: { $case: 'refusal', value: { reason, text, retryAfterMs } },
    })
    stream.say({ results: [refusal(c, 'LOGIN_LIMITED', 'Later.', 700), { id: e, outcome: undefined }] })
    stream.say({ results: [{ id: d, outcome: { $case: 'notBegun', value: Status.UNIMPLEMENTED } }] })
    stream.say({ results: [refusal(b, 'OF_A_LATER_RELEASE', ''), resultOf(a, 'A'), resultOf(a, 'twice')] })
    expect(await Promise.all(answers)).toMatchObject([
      'A',
      { reason: 'INTERNAL' },
      { reason: 'LOGIN_LIMITED', message: 'Later.', retryAfterMs: 700 },
      { code: Status.UNIMPLEMENTED },
      { code: Status.INTERNAL },
    ])
  })

  test('take turns among the servers that the search has found', async () => {
    const { streams, all } = build({ peers: ['one', 'two', 'three'] })
    void all('a')
    await turn()
    for (let begun = 0; begun < 4; begun++) streams[begun]?.emit('metadata')
    expect(streams.map(({ halfClosed }) => halfClosed)).toEqual([false, false, false, true])
    void all('bcdefg')
    await turn()
    expect(streams.map(({ calls }) => calls.length).sort()).toEqual([0, 2, 2, 3])
  })

  test('take turns among accounts, so that many calls of one account delay no other', async () => {
    const { stream, call, all } = await buildOpen()
    for (let number = 0; number < 10 * UNTAKEN_MAX_CALLS; number++) void call(`a${number}`, { principal: 'a' })
    void all('xy', { principal: 'b' })
    void all('z', { principal: 'c' })
    await turn()
    expect(stream.names.slice(1, 7)).toEqual(['a0', 'x', 'z', 'a1', 'y', 'a2'])
    expect(stream.calls).toHaveLength(1 + UNTAKEN_MAX_CALLS)
    void all('n', { principal: 'd' })
    await turn()
    stream.say({ takenCalls: 64, takenBytes: 64 })
    await turn()
    expect(stream.names.slice(1 + UNTAKEN_MAX_CALLS)).toHaveLength(64)
    expect(stream.names.slice(1 + UNTAKEN_MAX_CALLS, 4 + UNTAKEN_MAX_CALLS)).toContain('n')
  })

  test('take turns by account, not by token, and by network without one', async () => {
    const principals = await createTestPrincipals()
    const { stream, call } = await buildOpen()
    const tokensOf = (accountId: number) => (sessionKey: string) =>
      principals.sign({ accountId, username: 'ada', sessionKey })
    const [one, other, third] = await Promise.all([...['s1', 's2'].map(tokensOf(1)), tokensOf(2)('s3')])
    void call('a', { principal: one ?? '' })
    void call('b', { principal: other ?? '' })
    void call('c', { principal: one ?? '' })
    void call('d', { principal: third ?? '' })
    for (const name of 'nop') void call(name, { turn: 'crowd' })
    void call('q', { turn: 'elsewhere' })
    await turn()
    expect(stream.names.slice(1)).toEqual(['a', 'd', 'n', 'q', 'b', 'o', 'c', 'p'])
    // The network stays here.
    expect(stream.calls.every((sent) => !('turn' in sent))).toBe(true)
  })

  test('never exceed what a server may have untaken, and all arrive, for any sizes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(CALL_MAX_BYTES + 100), { minLength: 1, maxLength: 400 }), async (sizes) => {
        const { stream, call } = await buildOpen()
        const results = sizes.map((bytes, number) => call(`n${number}`, { bytes }))
        for (let taken = 1; ;) {
          await turn()
          const untaken = stream.calls.slice(taken)
          if (untaken.length === 0) break
          const takenBytes = untaken.reduce((sum, { request }) => sum + request.length, 0)
          expect(untaken.length).toBeLessThanOrEqual(UNTAKEN_MAX_CALLS)
          expect(takenBytes).toBeLessThan(UNTAKEN_MAX_BYTES + CALL_MAX_BYTES)
          taken += untaken.length
          stream.say({ takenCalls: untaken.length, takenBytes })
          stream.answer(...untaken.map(({ requestId }) => requestId))
        }
        const answers = await Promise.all(results)
        expect(answers).toEqual(
          sizes.map((bytes, number) => (`n${number}`.length + bytes > CALL_MAX_BYTES ? undefined : `N${number}`)),
        )
      }),
      { numRuns: 20 },
    )
  })

  test('fail at their own deadline, sent or waiting, and a late answer changes nothing', async () => {
    const { stream, call } = await buildOpen()
    const sent = call('a', { withinMs: 5 })
    await turn()
    for (let number = 0; number < UNTAKEN_MAX_CALLS; number++) void call(`n${number}`)
    await turn()
    const waiting = call('w', { withinMs: 5 })
    jest.advanceTimersByTime(5)
    expect(await sent).toMatchObject({ code: Status.DEADLINE_EXCEEDED })
    expect(await waiting).toMatchObject({ code: Status.DEADLINE_EXCEEDED })
    stream.answer('a')
    stream.say({ takenCalls: 200, takenBytes: 200 })
    await turn()
    expect(stream.names).not.toContain('w')
    expect(stream.cancelled).toEqual([])
  })

  test('are cancelled at their server by a signal, before or after they are sent', async () => {
    const { stream, call } = await buildOpen()
    const controller = new AbortController()
    const sent = call('a', { signal: controller.signal })
    await turn()
    const waiting = call('b', { signal: controller.signal })
    controller.abort()
    const after = call('c', { signal: controller.signal })
    expect(await Promise.all([sent, waiting, after])).toMatchObject(Array(3).fill({ code: Status.CANCELLED }))
    await turn()
    expect(stream.names).toEqual(['first', 'a'])
    expect(stream.cancelled).toEqual([stream.calls[1]?.id])
  })

  test.each([Status.INTERNAL, Status.UNIMPLEMENTED])(
    'fail with their stream (%d), and the next ones open another',
    async (code) => {
      const { stream, streams, all } = await buildOpen()
      const answers = all('ab')
      await turn()
      stream.answer('a')
      stream.fail(code)
      expect(await Promise.all(answers)).toMatchObject(['A', { code: Status.UNAVAILABLE }])
      const later = all('c')
      await turn()
      const next = streams.at(-1)
      expect(next).not.toBe(stream)
      next?.answer('c')
      expect(await Promise.all(later)).toEqual(['C'])
    },
  )

  test('go to another server when theirs drains before it begins them', async () => {
    const { streams, all } = build({ peers: ['one', 'two'] })
    const answers = all('abc')
    await turn()
    const [leaving] = streams as [PlayedStream]
    leaving.emit('metadata')
    streams[1]?.emit('metadata')
    streams[2]?.emit('metadata')
    const [, b] = leaving.calls as [Call, Call]
    leaving.say({ draining: true, results: [{ id: b.id, outcome: { $case: 'notBegun', value: Status.UNAVAILABLE } }] })
    await turn()
    expect(streams[1]?.names).toEqual(['b'])
    streams[1]?.answer('b')
    expect(leaving.halfClosed).toBe(false)
    leaving.answer('a')
    // It ends with OK, so it has not begun the last one.
    leaving.emit('end')
    await turn()
    expect(streams[1]?.names).toEqual(['b', 'c'])
    streams[1]?.answer('c')
    expect(await Promise.all(answers)).toEqual(['A', 'B', 'C'])
  })

  test('become unavailable when no server begins them', async () => {
    const { streams, all } = build()
    const [answer] = all('a')
    for (let number = 0; number < 3; number++) {
      await turn()
      streams[number]?.emit('end')
    }
    expect(await answer).toMatchObject({ code: Status.UNAVAILABLE })
  })

  test('end a draining stream after its last answer, and an idle one at once', async () => {
    const { stream, all } = await buildOpen()
    void all('a')
    await turn()
    stream.say({ draining: true })
    expect(stream.halfClosed).toBe(false)
    stream.answer('a')
    expect(stream.halfClosed).toBe(true)
    const idle = await buildOpen()
    idle.stream.say({ draining: true })
    expect(idle.stream.halfClosed).toBe(true)
  })

  test('are made alone if they are large, so that no other call waits for them', async () => {
    const { streams, call } = build()
    expect(await call('a', { bytes: CALL_MAX_BYTES })).toBeUndefined()
    expect(streams).toEqual([])
  })

  test('are finished by a close, and later ones are made alone', async () => {
    const { stream, calls, all } = await buildOpen()
    const answers = all('ab')
    calls.close()
    expect(await Promise.all(all('c'))).toEqual([undefined])
    expect(stream.halfClosed).toBe(false)
    stream.answer('a', 'b')
    expect(await Promise.all(answers)).toEqual(['A', 'B'])
    expect(stream.halfClosed).toBe(true)
  })

  test('are rejected when their channel is closed', async () => {
    const built = build()
    built.shutDown()
    expect((await Promise.all(built.all('ab'))).map(String)).toEqual(Array(2).fill('Error: Channel has been shut down'))
  })

  test('leave no stream open without calls, and open one again', async () => {
    const { stream, streams, all } = await buildOpen()
    jest.advanceTimersByTime(7_500)
    expect(stream.halfClosed).toBe(true)
    void all('a')
    await turn()
    expect(streams.at(-1)?.names).toEqual(['a'])
  })

  test('look for another server while the known ones are full', async () => {
    const { stream, streams, call } = await buildOpen()
    for (let number = 0; number <= UNTAKEN_MAX_CALLS; number++) void call(`n${number}`)
    await turn()
    expect(stream.calls).toHaveLength(1 + UNTAKEN_MAX_CALLS)
    jest.advanceTimersByTime(50)
    void call('w')
    await turn()
    expect(streams.at(-1)?.names).toEqual([`n${UNTAKEN_MAX_CALLS}`, 'w'])
  })
})
