import { afterEach, expect, test } from '@jest/globals'
import type { MatchState, TicketRef } from '@kla/proto'
import { quietLogger } from '@kla/testkit'
import { TicketDrops, TicketKeeper } from '../../../src/ws/matchmaking/tickets.js'

const HOUR_MS = 3_600_000
const refs = (count: number): TicketRef[] =>
  Array.from({ length: count }, (_, index) => ({ accountId: index + 1, ticketId: `t${index + 1}` }))

let keeping: TicketKeeper
afterEach(() => keeping?.stop())

function createKeeping(tickets: TicketRef[], answer: () => Promise<MatchState[]>) {
  const asked: TicketRef[][] = []
  const learned: MatchState[] = []
  keeping = new TicketKeeper({
    gatewayId: 'g',
    matchmaking: {
      keepTickets: async (request) => {
        asked.push(request.tickets)
        return { states: await answer() }
      },
    },
    tickets: () => tickets,
    learn: (state) => learned.push(state),
    everyMs: HOUR_MS,
    random: () => 0,
    log: quietLogger(),
  })
  return { asked, learned }
}

test('TicketKeeper sends as many tickets per call as rooms accepts', async () => {
  const state = { accountId: 1 } as MatchState
  const { asked, learned } = createKeeping(refs(12_000), async () => [state])
  await keeping.poke()
  expect(asked.map(({ length }) => length)).toEqual([5_000, 5_000, 2_000])
  expect(new Set(asked.flat().map(({ accountId }) => accountId)).size).toBe(12_000)
  expect(learned).toEqual([state, state, state])
})

test('TicketKeeper makes no call without searches', async () => {
  const { asked } = createKeeping([], async () => [])
  await keeping.poke()
  expect(asked).toEqual([])
})

test('TicketKeeper runs one round at a time', async () => {
  let open = (): void => undefined
  const gate = new Promise<void>((resolve) => (open = resolve))
  const { asked } = createKeeping(refs(1), () => gate.then(() => []))
  const both = [keeping.poke(), keeping.poke()]
  open()
  await Promise.all(both)
  expect(asked).toHaveLength(1)
})

test('TicketDrops sends the rest on stop, in calls that rooms accepts', async () => {
  const dropped: TicketRef[][] = []
  const drops = new TicketDrops({
    gatewayId: 'g',
    matchmaking: {
      dropTickets: async ({ tickets }) => {
        dropped.push(tickets)
        return {}
      },
    },
    log: quietLogger(),
  })
  refs(7_000).forEach((ref) => drops.add(ref))
  await drops.stop()
  expect(dropped.map(({ length }) => length)).toEqual([5_000, 2_000])
})
