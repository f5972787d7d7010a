import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { AuditRecorded, CupState, subjects, TieHow, TieState } from '@kla/proto'
import { eventually } from '@kla/testkit'
import { given, newAccount } from '../platform.js'
import { createCupPlatform, type CupPlatform, type CupPod, MANAGE, tieIn } from './cup-platform.js'

let platform: CupPlatform
let pod: CupPod

beforeAll(async () => {
  platform = await createCupPlatform()
  pod = await platform.pod()
})
afterAll(() => platform.stop())

const bePresent = async (cupId: string, tieId: string, accountId: number) =>
  pod.cups.bePresent({ cupId, tieId }, await platform.principal(accountId))

/** Both say that they are there; answers the room that opens. */
async function openTie(cupId: string, tieId: string, one: number, other: number): Promise<string> {
  await bePresent(cupId, tieId, one)
  const { roomId } = await bePresent(cupId, tieId, other)
  return roomId
}

test('a cup of four runs from its entries to its champion', async () => {
  const [ada, bob, cleo, dan] = [newAccount(), newAccount(), newAccount(), newAccount()]
  const audited: { action: string; subjectId: string }[] = []
  await platform.bus.subscribe(subjects.eventAuditRecorded('rooms'), ({ data }) =>
    audited.push(AuditRecorded.decode(data)),
  )
  const { id: cupId } = await platform.cupOf(pod.cups, [ada, bob, cleo, dan])
  const administrator = await platform.administrator(...MANAGE)
  const drawn = await pod.cups.startCup({ cupId }, administrator)
  expect(drawn.state).toBe(CupState.RUNNING)
  expect(drawn.ties.map(({ playerA, playerB }) => [playerA, playerB])).toEqual([
    [ada, dan],
    [bob, cleo],
    [0, 0],
  ])

  const alone = await bePresent(cupId, '1-1', ada)
  expect(alone).toMatchObject({ present: [ada], roomId: '', tie: { state: TieState.CALLED, roomId: '' } })
  const roomId = await openTie(cupId, '1-1', ada, dan)
  const room = given(await pod.client.getRoom({ roomId }))
  expect(room).toMatchObject({ name: 'Friday Cup: Semi-final', origin: 'tie', tie: { cupId, tieId: '1-1' } })
  expect((await platform.join(pod.client, ada, roomId)).seats.map(({ accountId }) => accountId)).toEqual([ada, dan])
  await platform.join(pod.client, dan, roomId)
  const mine = await pod.cups.getNextTie({}, await platform.principal(dan))
  const opponent = { accountId: ada, seed: 1 }
  expect(mine).toMatchObject({ cupId, tieId: '1-1', state: TieState.PLAYING, roomId, opponent })

  await platform.battle(roomId, { winnerId: dan })
  const other = await openTie(cupId, '1-2', bob, cleo)
  await platform.battle(other, { leftBy: cleo })
  const final = await eventually(async () => {
    const cup = await pod.cups.getCup({ cupId })
    expect(tieIn(cup, '2-1')).toMatchObject({ state: TieState.CALLED, playerA: dan, playerB: bob })
    return cup
  })
  expect([tieIn(final, '1-1').how, tieIn(final, '1-2').how]).toEqual([TieHow.VOTE, TieHow.RETIRED])
  await pod.client.leaveRoom({ commandId: '', roomId }, await platform.principal(dan))

  const last = await openTie(cupId, '2-1', dan, bob)
  await platform.battle(last, { finishedBy: bob })
  await eventually(async () => expect(tieIn(await pod.cups.getCup({ cupId }), '2-1').state).toBe(TieState.DISPUTED))
  const verdict = { cupId, tieId: '2-1', winnerId: dan, reason: 'Bob was not in the picture.', version: 0 }
  const over = await pod.cups.judgeTie(verdict, administrator)
  expect(over).toMatchObject({ state: CupState.FINISHED, championId: dan })
  const { cups } = await pod.cups.listCups({})
  expect(cups.find(({ id }) => id === cupId)).toMatchObject({ champion: `player${dan}`, state: CupState.FINISHED })
  expect(await pod.cups.getNextTie({}, await platform.principal(bob))).toMatchObject({ cupId: '', tieId: '' })
  await eventually(() => {
    const received = audited.filter(({ subjectId }) => subjectId === cupId).map(({ action }) => action)
    expect(received).toEqual(['cups.create', 'cups.start', 'cups.judge'])
  })
})
