import { describe, expect, test } from '@jest/globals'
import {
  eventsIn,
  followDesk,
  ownRequestIn,
  RECONNECT_MS,
  reconnectAfterMs,
} from '../../../src/console/entities/desk-changes.js'

describe('eventsIn', () => {
  test('names complete events and keeps the unfinished rest', () => {
    const text = ': still here\n\nevent: desk\ndata: {}\n\nevent: approvals\r\ndata: {"id":"a"}\r\n\r\nevent: de'
    expect(eventsIn(text)).toEqual({
      events: [
        { name: 'desk', data: '{}' },
        { name: 'approvals', data: '{"id":"a"}' },
      ],
      rest: 'event: de',
    })
  })

  test('ignores comments and events without data', () => {
    expect(eventsIn(': hello\n\nevent: desk\n\n').events).toEqual([])
  })
})

describe('ownRequestIn', () => {
  test('reads the administrator’s own request, and nothing from requests of others or broken data', () => {
    expect(ownRequestIn('{"id":"a","state":"approved","approved_by_id":2}')).toEqual({ id: 'a', state: 'approved' })
    expect(ownRequestIn('{}')).toBeUndefined()
    expect(ownRequestIn('{')).toBeUndefined()
  })
})

describe('reconnectAfterMs', () => {
  test('doubles the wait up to the longest, half of it at random', () => {
    expect(reconnectAfterMs(1, () => 1)).toBe(RECONNECT_MS.first)
    expect(reconnectAfterMs(1, () => 0)).toBe(RECONNECT_MS.first / 2)
    expect(reconnectAfterMs(3, () => 1)).toBe(4 * RECONNECT_MS.first)
    expect(reconnectAfterMs(50, () => 1)).toBe(RECONNECT_MS.longest)
  })
})

describe('followDesk', () => {
  const stream = (text: string) => new Response(text, { status: 200 })
  const refusal = (status: number) => new Response(null, { status })

  /** Follows through these answers; the last one ends it. */
  async function follow(answers: readonly (Response | Error)[]) {
    const left = new AbortController()
    const asked: string[] = []
    const waits: number[] = []
    let changes = 0
    const rest = [...answers]
    await followDesk('secret', left.signal, () => (changes += 1), {
      fetch: (address, init) => {
        asked.push(`${address} ${(init.headers as Record<string, string>)['authorization']}`)
        const next = rest.shift()
        if (rest.length === 0) left.abort()
        return next instanceof Error ? Promise.reject(next) : Promise.resolve(next ?? refusal(503))
      },
      wait: (ms) => {
        waits.push(ms)
        return Promise.resolve()
      },
      random: () => 1,
    })
    return { asked, waits, changes }
  }

  test('sends the token and reports every desk event and each connection', async () => {
    const { asked, changes } = await follow([stream('event: desk\ndata: {}\n\n: quiet\n\nevent: other\ndata: {}\n\n')])
    expect(asked).toEqual(['/admin/desk/changes Bearer secret'])
    expect(changes).toBe(2)
  })

  test('connects again with growing waits, which a connection resets', async () => {
    const { asked, waits, changes } = await follow([
      new TypeError('network'),
      refusal(503),
      stream(''),
      new TypeError('network'),
      refusal(503),
    ])
    expect(asked).toHaveLength(5)
    expect(waits).toEqual([1_000, 2_000, 1_000, 2_000])
    expect(changes).toBe(1)
  })

  test.each([401, 403])('ends when the server answers %p', async (status) => {
    const { asked, waits } = await follow([refusal(status), stream(''), stream('')])
    expect(asked).toHaveLength(1)
    expect(waits).toEqual([])
  })
})
