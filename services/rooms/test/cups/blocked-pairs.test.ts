import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { GrpcClient } from '@kla/chassis'
import { BlocksServiceService, type Cup, CupState, TieHow, TieState } from '@kla/proto'
import { createTestClient, eventually } from '@kla/testkit'
import { newAccount } from '../platform.js'
import { createCupPlatform, type CupPlatform, type CupPod, MANAGE, tieIn } from './cup-platform.js'

let platform: CupPlatform
let pod: CupPod
let blocks: GrpcClient<typeof BlocksServiceService>

beforeAll(async () => {
  platform = await createCupPlatform()
  pod = await platform.pod({}, { CUP_READY_MS: '500' })
  blocks = createTestClient({ definition: BlocksServiceService, address: `127.0.0.1:${pod.service.ports.grpc}` })
})
afterAll(async () => {
  blocks.close()
  await platform.stop()
})

const mods = () => platform.administrator(...MANAGE)
const people = (): [number, number, number, number] => [newAccount(), newAccount(), newAccount(), newAccount()]
const start = async (cupId: string): Promise<Cup> => pod.cups.startCup({ cupId }, await mods())
const present = async (cupId: string, accountId: number) =>
  pod.cups.bePresent({ cupId, tieId: '1-1' }, await platform.principal(accountId))

/** Entrants of a cup are named in public. */
const block = async (blocker: number, accountId: number) =>
  blocks.blockPlayer({ accountId }, await platform.principal(blocker))

const lineOf = async (cupId: string, tieId: string) => {
  const { ties } = await pod.cups.listTies({ filter: 'all', page: 1, pageSize: 100 }, await mods())
  return ties.find((line) => line.cupId === cupId && line.tie?.id === tieId)
}

test('seeds are exchanged so that two players with a block do not meet in the first round', async () => {
  const [ada, bob, cleo, dan] = people()
  const { id: cupId } = await platform.cupOf(pod.cups, [ada, bob, cleo, dan])
  await block(dan, ada)
  const drawn = await start(cupId)
  expect(drawn.ties.map(({ playerA, playerB }) => [playerA, playerB])).toEqual([
    [ada, cleo],
    [bob, dan],
    [0, 0],
  ])
})

test('a tie of two players with a block is a random bye that a verdict may change and only judges see', async () => {
  const [ada, bob, cleo, dan] = people()
  const { id: cupId } = await platform.cupOf(pod.cups, [ada, bob, cleo, dan])
  await block(bob, ada)
  await start(cupId)
  const judge = async (tieId: string, winnerId: number): Promise<Cup> =>
    pod.cups.judgeTie({ cupId, tieId, winnerId, reason: 'I saw it.', version: 0 }, await mods())
  await judge('1-1', ada)
  const over = await judge('1-2', bob)
  const final = tieIn(over, '2-1')
  expect(final).toMatchObject({ state: TieState.DECIDED, how: TieHow.BYE, roomId: '', deadlineMs: 0 })
  expect(over).toMatchObject({ state: CupState.FINISHED, championId: final.winnerId })
  expect([ada, bob]).toContain(final.winnerId)
  expect(await lineOf(cupId, '2-1')).toMatchObject({ apart: true, safetyExitBy: 0 })
  expect(await lineOf(cupId, '1-1')).toMatchObject({ apart: false })

  expect(tieIn(await judge('1-2', cleo), '2-1')).toMatchObject({ state: TieState.CALLED, playerA: ada, playerB: cleo })
  // The same lot for the same tie.
  expect(tieIn(await judge('1-2', bob), '2-1')).toMatchObject({ how: TieHow.BYE, winnerId: final.winnerId })
  const other = final.winnerId === ada ? bob : ada
  expect(await judge('2-1', other)).toMatchObject({ championId: other })
})

test('a block after the call prevents opening the room, and no seat is reserved', async () => {
  const [ada, bob] = people()
  const { id: cupId } = await platform.cupOf(pod.cups, [ada, bob])
  expect(tieIn(await start(cupId), '1-1').state).toBe(TieState.CALLED)
  await block(ada, bob)
  expect(await present(cupId, ada)).toMatchObject({ tie: { state: TieState.CALLED } })
  const answer = await present(cupId, bob)
  expect(answer).toMatchObject({ roomId: '', tie: { state: TieState.DECIDED, how: TieHow.BYE } })
  expect(await pod.cups.getNextTie({}, await platform.principal(ada))).toMatchObject({ cupId: '', roomId: '' })
  // Either may open a room at once.
  for (const accountId of [ada, bob]) await platform.create(pod.client, accountId)
})

test('a block after the room was opened ends the tie at random at its deadline', async () => {
  const [ada, bob] = people()
  const { id: cupId } = await platform.cupOf(pod.cups, [ada, bob])
  await start(cupId)
  await present(cupId, ada)
  const { roomId } = await present(cupId, bob)
  expect(roomId).not.toBe('')
  await block(ada, bob)
  const tie = await eventually(async () => {
    const now = tieIn(await pod.cups.getCup({ cupId }), '1-1')
    return now.state === TieState.DECIDED && now
  }, 10_000)
  expect(tie.how).toBe(TieHow.BYE)
})
