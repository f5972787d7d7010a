import { setImmediate as turnEnds } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import { createGathered, createOutgoing, type Outgoing } from '../../src/nats/outgoing.js'

interface Pretended {
  readonly outgoing: Outgoing
  /** What was said, and when the server was asked whether it has it. */
  readonly said: string[]
  closed: boolean
  /** What the server answers. */
  arrives: Promise<void>
}

function pretend(): Pretended {
  const said: string[] = []
  const pretended = { said, closed: false, arrives: Promise.resolve() }
  const flush = (): Promise<void> => {
    said.push('flush')
    return pretended.arrives
  }
  return Object.assign(pretended, { outgoing: createOutgoing({ flush, isClosed: () => pretended.closed }) })
}

describe('outgoing messages', () => {
  test('publishes the messages of one turn at its end, in order, with one flush', async () => {
    const { outgoing, said } = pretend()
    const subscribed = [1, 2].map((at) => outgoing.confirm(() => said.push(`subscribe ${at}`)))
    outgoing.publish(() => said.push('update'))
    const asked = outgoing.ask(async () => said.push('event'))
    await Promise.resolve()
    expect(said).toEqual([])
    await turnEnds()
    expect(said).toEqual(['subscribe 1', 'subscribe 2', 'update', 'event', 'flush'])
    expect(await Promise.all(subscribed)).toEqual([1, 2])
    expect(await asked).toBe(4)
  })

  test('does not flush for messages that need no answer', async () => {
    const { outgoing, said } = pretend()
    outgoing.publish(() => said.push('update'))
    outgoing.empty()
    expect(said).toEqual(['update'])
  })

  test('rejects only the messages that the server does not receive', async () => {
    const pretended = pretend()
    const { outgoing, said } = pretended
    pretended.arrives = Promise.reject(new Error('lost'))
    pretended.arrives.catch(() => undefined)
    const lost = outgoing.confirm(() => said.push('subscribe'))
    const faulty = outgoing.confirm(() => {
      throw new Error('no such subject')
    })
    const refused = outgoing.ask(() => Promise.reject(new Error('not stored')))
    const stored = outgoing.ask(async () => 'stored')
    await expect(lost).rejects.toThrow('lost')
    await expect(faulty).rejects.toThrow('no such subject')
    await expect(refused).rejects.toThrow('not stored')
    expect(await stored).toBe('stored')
  })

  test('drops updates on a closed connection', async () => {
    const pretended = pretend()
    pretended.closed = true
    pretended.outgoing.publish(() => pretended.said.push('update'))
    await turnEnds()
    expect(pretended.said).toEqual([])
  })

  test('adds the events of one turn together, in order and once', async () => {
    const taken: (readonly number[])[] = []
    const gathered = createGathered<number>((all) => taken.push(all))
    gathered.add(1)
    await Promise.resolve()
    gathered.add(2)
    expect(taken).toEqual([])
    await turnEnds()
    gathered.add(3)
    gathered.empty()
    gathered.empty()
    await turnEnds()
    expect(taken).toEqual([[1, 2], [3]])
  })
})
