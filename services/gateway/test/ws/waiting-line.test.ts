import { describe, expect, test } from '@jest/globals'
import { KlaError } from '@kla/chassis'
import fc from 'fast-check'
import { WaitingLine, type LineOwner, type LineRequest, type LineTicket } from '../../src/ws/waiting-line.js'

interface TestOwner extends LineOwner {
  exits: number
  readonly told: { readonly event: string; readonly data: object }[]
}

function createOwner(): TestOwner {
  const told: TestOwner['told'][number][] = []
  return { exits: 0, tickets: new Set<LineTicket>(), told, event: (event, data) => void told.push({ event, data }) }
}

/** A line of two at once whose calls end when the test says so. */
function build({ hurriesExits = false, waitingMax = 100 } = {}) {
  const world = { nowMs: 0, refused: 0, begun: [] as string[] }
  const line = new WaitingLine(
    { min: 2, max: 2, start: 2, targetMs: 1, tooSlowMs: 1_000_000, waitingMax, hurriesExits },
    { refused: () => void world.refused++, now: () => world.nowMs },
  )
  const ends = new Map<string, (error?: Error) => void>()
  const ask = (name: string, { owner = createOwner(), ...more }: Partial<LineRequest> & { owner?: TestOwner } = {}) => {
    const answer = line
      .run({ owner, ...more }, () => {
        world.begun.push(name)
        return new Promise<string>((resolve, reject) => ends.set(name, (error) => (error ? reject(error) : resolve(name))))
      })
      .catch((error: unknown) => KlaError.from(error).reason)
    return { owner, answer }
  }
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.()
    await new Promise(setImmediate)
  }
  return { world, line, ask, end }
}

describe('WaitingLine', () => {
  test('runs calls at once while the limit has room, and the rest in order', async () => {
    const { world, line, ask, end } = build()
    for (const name of ['a', 'b', 'c', 'd']) ask(name)
    expect(world.begun).toEqual(['a', 'b'])
    expect(line.waiting).toBe(2)
    await end('b')
    expect(world.begun).toEqual(['a', 'b', 'c'])
    await end('a')
    expect(world.begun).toEqual(['a', 'b', 'c', 'd'])
  })

  test('lets a resume go before every new join', async () => {
    const { world, ask, end } = build()
    for (const name of ['a', 'b', 'join']) ask(name)
    ask('resume', { isFirst: true })
    await end('a')
    expect(world.begun.at(-1)).toBe('resume')
  })

  test('keeps a resume behind an earlier command of its account', async () => {
    const { world, ask, end } = build()
    for (const name of ['a', 'b']) ask(name)
    ask('join of 7', { accountId: 7 })
    ask('resume of 7', { accountId: 7, isFirst: true })
    ask('resume of 8', { accountId: 8, isFirst: true })
    for (const name of ['a', 'b', 'resume of 8', 'join of 7']) await end(name)
    expect(world.begun).toEqual(['a', 'b', 'resume of 8', 'join of 7', 'resume of 7'])
  })

  test('refuses when it is full, and says when to come back', async () => {
    const { world, ask } = build({ waitingMax: 1 })
    for (const name of ['a', 'b', 'c']) ask(name)
    const { owner, answer } = ask('d')
    expect(await answer).toBe('UNAVAILABLE')
    expect(owner.told).toEqual([{ event: 'come-back', data: { afterMs: 2_000 } }])
    expect(world.refused).toBe(1)
    ask('resume', { isFirst: true })
    expect(world.refused).toBe(1)
  })

  test('never runs a call whose connection has closed', async () => {
    const { world, line, ask, end } = build()
    for (const name of ['a', 'b']) ask(name)
    const { owner, answer } = ask('gone')
    ask('c')
    for (const ticket of owner.tickets) ticket.leave()
    expect(await answer).toBe('UNAVAILABLE')
    expect(line.waiting).toBe(1)
    await end('a')
    expect(world.begun).toEqual(['a', 'b', 'c'])
  })

  test('gives way to who leaves: a call of entry is refused, a sign-in runs at once', async () => {
    const entries = build()
    for (const name of ['a', 'b']) entries.ask(name)
    const { owner, answer } = entries.ask('resume', { isFirst: true })
    for (const ticket of owner.tickets) ticket.makeWay()
    expect(await answer).toBe('UNAVAILABLE')
    const leaving = createOwner()
    leaving.exits = 1
    expect(await entries.ask('resume', { owner: leaving }).answer).toBe('UNAVAILABLE')
    const signIns = build({ hurriesExits: true })
    for (const name of ['a', 'b']) signIns.ask(name)
    const hurried = signIns.ask('c')
    for (const ticket of hurried.owner.tickets) ticket.makeWay()
    signIns.ask('d', { owner: leaving })
    expect(signIns.world.begun).toEqual(['a', 'b', 'c', 'd'])
  })
})

describe('a sweep of a WaitingLine', () => {
  test('tells who waits for longer than a second its place, resumes first', () => {
    const { world, line, ask } = build()
    for (const name of ['a', 'b']) ask(name)
    const join = ask('join').owner
    const resume = ask('resume', { isFirst: true }).owner
    line.sweep()
    world.nowMs = 1_000
    const late = ask('late').owner
    line.sweep()
    expect(resume.told).toEqual([{ event: 'waiting', data: { place: 1, of: 3 } }])
    expect(join.told).toEqual([{ event: 'waiting', data: { place: 2, of: 3 } }])
    expect(late.told).toEqual([])
  })

  test('tells a place again when it has changed, at most once a second, or after five seconds', async () => {
    const { world, line, ask, end } = build()
    for (const name of ['a', 'b', 'c']) ask(name)
    const { told } = ask('d').owner
    world.nowMs = 1_000
    line.sweep()
    await end('a')
    world.nowMs = 1_500
    line.sweep()
    expect(told).toHaveLength(1)
    world.nowMs = 2_000
    line.sweep()
    expect(told.map(({ data }) => data)).toEqual([{ place: 2, of: 2 }, { place: 1, of: 1 }])
    world.nowMs = 6_000
    line.sweep()
    expect(told).toHaveLength(2)
    world.nowMs = 7_000
    line.sweep()
    expect(told.at(-1)).toEqual({ event: 'waiting', data: { place: 1, of: 1 } })
    expect(told).toHaveLength(3)
  })
})

type Step = 'join' | 'resume' | 'close' | 'end'

test('a WaitingLine runs every call once, resumes first, and none of a closed connection, in whatever order they come', async () => {
  const step = fc.record({
    kind: fc.constantFrom<Step>('join', 'join', 'resume', 'resume', 'close', 'end'),
    at: fc.nat(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { world, line, ask, end } = build()
      let waiting: { name: string; isFirst: boolean; owner: TestOwner }[] = []
      const running: string[] = []
      const admit = (): void => {
        const next = waiting.find(({ isFirst }) => isFirst) ?? waiting[0]
        if (!next) return
        waiting = waiting.filter((one) => one !== next)
        running.push(next.name)
      }
      for (const [index, { kind, at }] of steps.entries()) {
        if (kind === 'join' || kind === 'resume') {
          const name = `${kind} ${index}`
          const { owner } = ask(name, { isFirst: kind === 'resume', accountId: index })
          waiting.push({ name, isFirst: kind === 'resume', owner })
          if (running.length < 2) admit()
        } else if (kind === 'close' && waiting.length > 0) {
          const [gone] = waiting.splice(at % waiting.length, 1)
          for (const ticket of gone?.owner.tickets ?? []) ticket.leave()
        } else if (kind === 'end' && running.length > 0) {
          const [name = ''] = running.splice(at % running.length, 1)
          admit()
          await end(name)
        }
        expect(line.waiting).toBe(waiting.length)
        expect(line.running).toBe(running.length)
        expect(running.every((name) => world.begun.includes(name))).toBe(true)
      }
      world.nowMs += 1_000
      line.sweep()
      const inOrder = [...waiting.filter(({ isFirst }) => isFirst), ...waiting.filter(({ isFirst }) => !isFirst)]
      expect(inOrder.map(({ owner }) => owner.told.at(-1)?.data)).toEqual(
        inOrder.map((_, index) => ({ place: index + 1, of: waiting.length })),
      )
    }),
  )
})
