import { describe, expect, test } from '@jest/globals'
import { KlaError } from '@kla/chassis'
import fc from 'fast-check'
import {
  AdmissionQueue,
  type CallOwner,
  type CallRequest,
  type WaitingCall,
} from '../../../src/ws/overload/admission-queue.js'
import { type Rank, RANKS } from '../../../src/ws/overload/priority-queue.js'

interface TestOwner extends CallOwner {
  exits: number
  readonly received: { readonly event: string; readonly data: object }[]
}

function createOwner(): TestOwner {
  const received: TestOwner['received'][number][] = []
  return {
    exits: 0,
    waitingCalls: new Set<WaitingCall>(),
    received,
    event: (event, data) => void received.push({ event, data }),
  }
}

interface Asked {
  readonly owner?: TestOwner
  readonly turn?: Partial<CallRequest['turn']>
  readonly rank?: CallRequest['rank']
  readonly findRank?: CallRequest['findRank']
}

/** Builds a queue with a limit of two, whose calls the test ends. */
function build({ expeditesExits = false, waitingMax = 100 } = {}) {
  const world = { nowMs: 0, refused: 0, begun: [] as string[] }
  const queue = new AdmissionQueue(
    { min: 2, max: 2, start: 2, targetMs: 1, tooSlowMs: 1_000_000, waitingMax, expeditesExits },
    { refused: () => void world.refused++, now: () => world.nowMs },
  )
  const ends = new Map<string, (error?: Error) => void>()
  /** Makes a call, each from its own network unless given. */
  const ask = (name: string, { owner = createOwner(), turn, ...rank }: Asked = {}) => {
    const answer = queue
      .run({ owner, turn: { network: name, ...turn }, ...rank }, () => {
        world.begun.push(name)
        return new Promise<string>((resolve, reject) =>
          ends.set(name, (error) => (error ? reject(error) : resolve(name))),
        )
      })
      .catch((error: unknown) => KlaError.from(error).reason)
    return { owner, answer }
  }
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.()
    await new Promise(setImmediate)
  }
  return { world, queue, ask, end }
}

describe('AdmissionQueue', () => {
  test('runs calls at once while the limit has room, and the rest in order', async () => {
    const { world, queue, ask, end } = build()
    for (const name of ['a', 'b', 'c', 'd']) ask(name)
    expect(world.begun).toEqual(['a', 'b'])
    expect(queue.waiting).toBe(2)
    await end('b')
    expect(world.begun).toEqual(['a', 'b', 'c'])
    await end('a')
    expect(world.begun).toEqual(['a', 'b', 'c', 'd'])
  })

  test('runs a resume before new joins', async () => {
    const { world, ask, end } = build()
    for (const name of ['a', 'b', 'join']) ask(name)
    ask('resume', { rank: 'seated' })
    await end('a')
    expect(world.begun.at(-1)).toBe('resume')
  })

  test('admits one newcomer in four, however many resumes there are', async () => {
    const { world, ask, end } = build()
    for (const name of ['a', 'b']) ask(name)
    for (let index = 0; index < 12; index++) ask(`resume ${index}`, { rank: 'seated' })
    for (let index = 0; index < 3; index++) ask(`join ${index}`)
    await end('a')
    for (let ended = 1; ended < 16; ended++) await end(world.begun[ended] ?? '')
    const kinds = world.begun.slice(2).map((name) => name.split(' ')[0])
    const inTurn = ['resume', 'resume', 'resume', 'join']
    expect(kinds).toEqual([...inTurn, ...inTurn, ...inTurn, 'resume', 'resume', 'resume'])
  })

  test('runs players of battles before other seats, which keep one in eight, of which newcomers have one in four', async () => {
    const { world, ask, end } = build()
    for (const name of ['a', 'b']) ask(name)
    for (let index = 0; index < 40; index++) ask(`join ${index}`)
    for (let index = 0; index < 40; index++) ask(`resume ${index}`, { rank: 'seated' })
    for (let index = 0; index < 40; index++) ask(`play ${index}`, { rank: 'battle' })
    await end('a')
    for (let ended = 1; ended < 60; ended++) await end(world.begun[ended] ?? '')
    const kinds = world.begun.slice(2).map((name) => name.split(' ')[0])
    const battles = Array<string>(7).fill('play')
    const lower = (kind: string): string[] => [...battles, kind]
    expect(kinds.slice(0, 32)).toEqual(['resume', 'resume', 'resume', 'join'].flatMap(lower))
    // All 40 have begun after five that are not.
    expect(kinds.slice(0, 45).filter((kind) => kind === 'play')).toHaveLength(40)
    expect(kinds.slice(45, 49)).toEqual(['resume', 'resume', 'join', 'resume'])
  })

  test('moves a seat up to the battles once it is found to play', async () => {
    const { world, ask, end } = build()
    for (const name of ['a', 'b']) ask(name)
    ask('seat', { rank: 'seated' })
    ask('play', { rank: 'seated', findRank: async () => 'battle' })
    await new Promise(setImmediate)
    await end('a')
    expect(world.begun.at(-1)).toBe('play')
  })

  test('moves a call up only when its caller is known, and checks that only for a waiting call', async () => {
    const { world, ask, end } = build()
    const asked: string[] = []
    const knows = (name: string, known: Rank | Error) => async (): Promise<Rank> => {
      asked.push(name)
      if (known instanceof Error) throw known
      return known
    }
    for (const name of ['a', 'b']) ask(name, { findRank: knows(name, 'seated') })
    ask('join')
    ask('claims', { findRank: knows('claims', 'newcomer') })
    ask('unknown', { findRank: knows('unknown', new Error('rooms is away')) })
    ask('resume', { findRank: knows('resume', 'seated') })
    await new Promise(setImmediate)
    expect(asked).toEqual(['claims', 'unknown', 'resume'])
    for (const name of ['a', 'resume', 'join', 'claims']) await end(name)
    expect(world.begun.slice(2)).toEqual(['resume', 'join', 'claims', 'unknown'])
  })

  test('takes turns by network and by account within each', async () => {
    const { world, ask, end } = build()
    for (const name of ['a', 'b']) ask(name)
    for (let index = 0; index < 4; index++) ask(`7.${index}`, { turn: { network: 'crowd', accountId: 7 } })
    for (let index = 0; index < 2; index++) ask(`8.${index}`, { turn: { network: 'crowd', accountId: 8 } })
    ask('9', { turn: { network: 'elsewhere', accountId: 9 } })
    ask('visitor', { turn: { network: 'crowd', kind: 'token' } })
    await end('a')
    for (let ended = 1; ended < 10; ended++) await end(world.begun[ended] ?? '')
    expect(world.begun.slice(2)).toEqual(['7.0', '9', '8.0', 'visitor', '7.1', '8.1', '7.2', '7.3'])
  })

  test('gives an account one turn, however many networks it calls from', async () => {
    const { world, ask, end } = build()
    for (const name of ['a', 'b']) ask(name)
    for (let index = 0; index < 4; index++) ask(`7.${index}`, { turn: { network: `network ${index}`, accountId: 7 } })
    ask('8', { turn: { network: 'elsewhere', accountId: 8 } })
    await end('a')
    await end('b')
    expect(world.begun.slice(2)).toEqual(['7.0', '8'])
  })

  test('keeps a resume behind an earlier command of its account', async () => {
    const { world, ask, end } = build()
    for (const name of ['a', 'b']) ask(name)
    ask('join of 7', { turn: { accountId: 7 } })
    ask('resume of 7', { turn: { accountId: 7 }, rank: 'seated' })
    ask('resume of 8', { turn: { accountId: 8 }, rank: 'seated' })
    for (const name of ['a', 'b', 'resume of 8', 'join of 7']) await end(name)
    expect(world.begun).toEqual(['a', 'b', 'resume of 8', 'join of 7', 'resume of 7'])
  })

  test('refuses when it is full, and says when to come back', async () => {
    const { world, ask } = build({ waitingMax: 1 })
    for (const name of ['a', 'b', 'c']) ask(name)
    const { owner, answer } = ask('d')
    expect(await answer).toBe('UNAVAILABLE')
    expect(owner.received).toEqual([{ event: 'come-back', data: { afterMs: 2_000 } }])
    expect(world.refused).toBe(1)
    ask('resume', { rank: 'seated' })
    expect(world.refused).toBe(1)
  })

  test('asks players of battles back sooner than others', async () => {
    const { ask } = build({ waitingMax: 1 })
    for (const name of ['a', 'b']) ask(name)
    const backAfter = async (rank: Rank): Promise<object | undefined> => {
      ask(`${rank} 1`, { rank })
      const { owner, answer } = ask(`${rank} 2`, { rank })
      expect(await answer).toBe('UNAVAILABLE')
      return owner.received[0]?.data
    }
    expect(await backAfter('battle')).toEqual({ afterMs: 1_000 })
    expect(await backAfter('seated')).toEqual({ afterMs: 1_000 })
    expect(await backAfter('newcomer')).toEqual({ afterMs: 3_000 })
  })

  test('refuses none while it is full of newcomers before it is known whether they have a seat', async () => {
    const { world, ask, end } = build({ waitingMax: 2 })
    for (const name of ['a', 'b', 'c', 'd']) ask(name)
    const seated = ask('seated', { findRank: async () => 'battle' })
    const claims = ask('claims', { findRank: async () => 'newcomer' })
    expect(await claims.answer).toBe('UNAVAILABLE')
    expect(claims.owner.received).toEqual([{ event: 'come-back', data: { afterMs: expect.any(Number) } }])
    await end('a')
    await end('seated')
    expect(await seated.answer).toBe('seated')
    expect(world.begun).toEqual(['a', 'b', 'seated', 'c'])
  })

  test('never runs a call whose connection has closed', async () => {
    const { world, queue, ask, end } = build()
    for (const name of ['a', 'b']) ask(name)
    const { owner, answer } = ask('gone')
    ask('c')
    for (const call of owner.waitingCalls) call.cancel()
    expect(await answer).toBe('UNAVAILABLE')
    expect(queue.waiting).toBe(1)
    await end('a')
    expect(world.begun).toEqual(['a', 'b', 'c'])
  })

  test('lets a leaving connection go: its entry is refused, its sign-in runs at once', async () => {
    const entries = build()
    for (const name of ['a', 'b']) entries.ask(name)
    const { owner, answer } = entries.ask('resume', { rank: 'seated' })
    for (const call of owner.waitingCalls) call.expedite()
    expect(await answer).toBe('UNAVAILABLE')
    const leaving = createOwner()
    leaving.exits = 1
    expect(await entries.ask('resume', { owner: leaving }).answer).toBe('UNAVAILABLE')
    const signIns = build({ expeditesExits: true })
    for (const name of ['a', 'b']) signIns.ask(name)
    const expedited = signIns.ask('c')
    for (const call of expedited.owner.waitingCalls) call.expedite()
    signIns.ask('d', { owner: leaving })
    expect(signIns.world.begun).toEqual(['a', 'b', 'c', 'd'])
  })
})

test('a AdmissionQueue runs at most eight expedited sign-ins of a network, so that claims do not bypass it', async () => {
  const { world, queue, ask } = build({ expeditesExits: true })
  for (const name of ['a', 'b']) ask(name)
  const leaving = createOwner()
  leaving.exits = 1
  for (let index = 0; index < 10; index++)
    ask(`of one network ${index}`, { owner: leaving, turn: { network: 'crowd' } })
  expect(queue.waiting).toBe(2)
  ask('of another', { owner: leaving })
  expect(world.begun.at(-1)).toBe('of another')
  for (let index = 0; index < 100; index++) ask(`of network ${index}`, { owner: leaving })
  expect(queue.running).toBe(2 + 32)
})

describe('a sweep of a AdmissionQueue', () => {
  test('sends calls that wait for over a second their place, resumes first', () => {
    const { world, queue, ask } = build()
    for (const name of ['a', 'b']) ask(name)
    const join = ask('join').owner
    const resume = ask('resume', { rank: 'seated' }).owner
    queue.sweep()
    world.nowMs = 1_000
    const late = ask('late').owner
    queue.sweep()
    expect(resume.received).toEqual([{ event: 'waiting', data: { place: 1, of: 3 } }])
    expect(join.received).toEqual([{ event: 'waiting', data: { place: 2, of: 3 } }])
    expect(late.received).toEqual([])
  })

  test('repeats a place when it has changed, at most once a second, or after five seconds', async () => {
    const { world, queue, ask, end } = build()
    for (const name of ['a', 'b', 'c']) ask(name)
    const { received } = ask('d').owner
    world.nowMs = 1_000
    queue.sweep()
    await end('a')
    world.nowMs = 1_500
    queue.sweep()
    expect(received).toHaveLength(1)
    world.nowMs = 2_000
    queue.sweep()
    expect(received.map(({ data }) => data)).toEqual([
      { place: 2, of: 2 },
      { place: 1, of: 1 },
    ])
    world.nowMs = 6_000
    queue.sweep()
    expect(received).toHaveLength(2)
    world.nowMs = 7_000
    queue.sweep()
    expect(received.at(-1)).toEqual({ event: 'waiting', data: { place: 1, of: 1 } })
    expect(received).toHaveLength(3)
  })
})

/** Steps; a `claim` is a resume that is proven while it waits, or is not. */
type Step = 'join' | 'resume' | 'play' | 'claim' | 'close' | 'end'
const RANK_OF = { join: 'newcomer', resume: 'seated', play: 'battle' } as const

test('a AdmissionQueue runs every call once, in turns, and none of a closed connection, in any order', async () => {
  const step = fc.record({
    kind: fc.constantFrom<Step>('join', 'join', 'resume', 'play', 'claim', 'close', 'end'),
    at: fc.nat(),
    network: fc.constantFrom('one', 'two', 'three'),
    account: fc.constantFrom(undefined, 1, 2, 3, 4),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { world, queue, ask, end } = build()
      const waiting = new Map<string, { account: number | undefined; owner: TestOwner }>()
      const running: string[] = []
      const settle = (): void => {
        for (const name of world.begun) if (waiting.delete(name)) running.push(name)
      }
      for (const [index, { kind, at, network, account }] of steps.entries()) {
        if (kind !== 'close' && kind !== 'end') {
          const name = `${kind} ${index}`
          const found = RANKS[at % RANKS.length] ?? 'newcomer'
          const rank = kind === 'claim' ? { findRank: async () => found } : { rank: RANK_OF[kind] }
          const { owner } = ask(name, { ...rank, turn: { network, accountId: account } })
          waiting.set(name, { account, owner })
          await new Promise(setImmediate)
        } else if (kind === 'close' && waiting.size > 0) {
          const name = [...waiting.keys()][at % waiting.size] ?? ''
          for (const call of waiting.get(name)?.owner.waitingCalls ?? []) call.cancel()
          waiting.delete(name)
        } else if (kind === 'end' && running.length > 0) {
          const [name = ''] = running.splice(at % running.length, 1)
          await end(name)
        }
        settle()
        expect(queue.waiting).toBe(waiting.size)
        expect(queue.running).toBe(running.length)
        expect(running.length === 2 || waiting.size === 0).toBe(true)
      }
      world.nowMs += 1_000
      queue.sweep()
      const placeOf = ({ owner }: { owner: TestOwner }): number =>
        (owner.received.at(-1)!.data as { place: number }).place
      const inOrder = [...waiting].sort(([, one], [, other]) => placeOf(one) - placeOf(other))
      expect(inOrder.map(([, one]) => placeOf(one))).toEqual(inOrder.map((_, index) => index + 1))
      // Places match the order of admission, and calls of an account do not overtake each other.
      const received = inOrder.map(([name]) => name)
      const before = new Set(world.begun)
      while (running.length > 0) {
        await end(running.shift() ?? '')
        settle()
      }
      expect(world.begun.filter((name) => !before.has(name))).toEqual(received)
      for (const account of [1, 2, 3, 4]) {
        const own = inOrder.filter(([, one]) => one.account === account).map(([name]) => Number(name.split(' ')[1]))
        expect(own).toEqual([...own].sort((one, other) => one - other))
      }
    }),
  )
})
