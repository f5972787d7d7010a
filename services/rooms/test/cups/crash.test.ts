import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { type Cup, CupState, TieHow, TieState } from '@kla/proto'
import { eventually } from '@kla/testkit'
import { newAccount } from '../platform.js'
import { createCupPlatform, type CupPlatform, type CupPod, MANAGE, tieIn } from './cup-platform.js'

let platform: CupPlatform
beforeEach(async () => {
  platform = await createCupPlatform()
})
afterEach(() => platform.stop())

const SHORT = { CUP_NO_SHOW_MS: '3000', CUP_PRESENCE_MS: '3000', CUP_READY_MS: '3000', CUP_RESULT_MS: '500' }

test('another pod continues a tie when a pod dies after opening its room but before storing that', async () => {
  const dying = await platform.pod({
    roomStore: (real) => ({
      ...real,
      commit: async (commit) => {
        await real.commit(commit)
        throw new Error('the process is gone')
      },
    }),
  })
  const [ada, bob] = [newAccount(), newAccount()]
  const { id: cupId } = await platform.cupOf(dying.cups, [ada, bob])
  await dying.cups.startCup({ cupId }, await platform.administrator(...MANAGE))
  const about = { cupId, tieId: '1-1' }
  await dying.cups.bePresent(about, await platform.principal(ada))
  const opening = dying.cups.bePresent(about, await platform.principal(bob))
  await expect(opening).rejects.toMatchObject({ reason: 'INTERNAL' })
  await dying.kill()

  const living = await platform.pod()
  const roomId = await eventually(async () => {
    const tie = tieIn(await living.cups.getCup({ cupId }), '1-1')
    expect(tie.state).toBe(TieState.PLAYING)
    return tie.roomId
  }, 10_000)
  const joined = await platform.join(living.client, ada, roomId)
  expect(joined.seats.map(({ accountId }) => accountId)).toEqual([ada, bob])
  expect((await living.client.listRooms({ limit: 0 })).rooms).toEqual([])
})

/** Takes a cup one step on: who is there says so, and who has a room plays in it and leaves. The better one wins. */
async function playOn(pod: CupPod, cup: Cup, there: ReadonlySet<number>, played: Set<string>): Promise<void> {
  for (const { id: tieId, state, roomId, playerA, playerB } of cup.ties) {
    const players = [playerA, playerB].filter((player) => there.has(player))
    if (state === TieState.CALLED) {
      for (const player of players) await pod.cups.bePresent({ cupId: cup.id, tieId }, await platform.principal(player))
    }
    if (state !== TieState.PLAYING || played.has(roomId)) continue
    played.add(roomId)
    for (const player of players) await platform.join(pod.client, player, roomId)
    const result = { winnerId: Math.min(...players), players }
    await Promise.all([platform.battle(roomId, result), platform.battle(roomId, result)])
    for (const player of players) {
      await pod.client.leaveRoom({ commandId: '', roomId }, await platform.principal(player))
    }
  }
}

test('a cup with a fifth of its players absent ends with a champion although a pod is killed', async () => {
  const first = await platform.pod({}, SHORT)
  const second = await platform.pod({}, SHORT)
  const players = Array.from({ length: 16 }, newAccount)
  const { id: cupId } = await platform.cupOf(first.cups, players)
  await first.cups.startCup({ cupId }, await platform.administrator(...MANAGE))
  // None of the absent meets another one in the first round.
  const absent = [0, 4, 9, 13].map((at) => players[at])
  const there = new Set(players.filter((player) => !absent.includes(player)))
  const played = new Set<string>()
  let pod = first
  const over = await eventually(async () => {
    const cup = await pod.cups.getCup({ cupId })
    if (pod === first && played.size >= 3) {
      await first.kill()
      pod = second
    }
    await playOn(pod, cup, there, played)
    return cup.state === CupState.FINISHED && cup
  }, 60_000)

  // The first of those who came is never beaten by who is there: the lower account wins.
  expect(over.championId).toBe(players[1])
  expect(over.ties).toHaveLength(15)
  expect(over.ties.filter(({ how }) => how === TieHow.WALK_OVER)).toHaveLength(4)
  for (const tie of over.ties) {
    expect(tie.state).toBe(TieState.DECIDED)
    expect(there.has(tie.winnerId)).toBe(true)
    const [above, below] = over.ties.filter(
      ({ round, position }) => round === tie.round - 1 && Math.ceil(position / 2) === tie.position,
    )
    if (tie.round > 1) expect([tie.playerA, tie.playerB]).toEqual([above?.winnerId, below?.winnerId])
  }
}, 90_000)

test('the only player present at the deadline wins, and without one no player advances', async () => {
  const pod = await platform.pod({}, { ...SHORT, CUP_NO_SHOW_MS: '500' })
  const [ada, bob, cleo, dan] = [newAccount(), newAccount(), newAccount(), newAccount()]
  const { id: cupId } = await platform.cupOf(pod.cups, [ada, bob, cleo, dan])
  await pod.cups.startCup({ cupId }, await platform.administrator(...MANAGE))
  await pod.cups.bePresent({ cupId, tieId: '1-1' }, await platform.principal(dan))
  const over = await eventually(async () => {
    const cup = await pod.cups.getCup({ cupId })
    return cup.state === CupState.FINISHED && cup
  }, 10_000)
  expect(over.ties.map(({ how, winnerId }) => [how, winnerId])).toEqual([
    [TieHow.WALK_OVER, dan],
    [TieHow.VOID, 0],
    [TieHow.BYE, dan],
  ])
  expect(over.championId).toBe(dan)
})

/** Two who are both there, the first of them in a room of her own. */
async function oneElsewhere(noShowMs: string) {
  const pod = await platform.pod({}, { ...SHORT, CUP_NO_SHOW_MS: noShowMs })
  const [ada, bob] = [newAccount(), newAccount()]
  const { id: cupId } = await platform.cupOf(pod.cups, [ada, bob])
  const elsewhere = await platform.create(pod.client, ada)
  await pod.cups.startCup({ cupId }, await platform.administrator(...MANAGE))
  const about = { cupId, tieId: '1-1' }
  const present = async (accountId: number) => pod.cups.bePresent(about, await platform.principal(accountId))
  await present(ada)
  expect(await present(bob)).toMatchObject({ present: [ada, bob], roomId: '', tie: { state: TieState.CALLED } })
  const decided = () =>
    eventually(async () => {
      const tie = tieIn(await pod.cups.getCup({ cupId }), '1-1')
      return tie.state === TieState.DECIDED && tie
    }, 10_000)
  return { pod, ada, bob, elsewhere, present, decided }
}

test('a player who cannot get a seat loses to one who can', async () => {
  const { bob, decided } = await oneElsewhere('2000')
  expect(await decided()).toMatchObject({ how: TieHow.WALK_OVER, winnerId: bob })
})

test('a player who once could not get a seat wins if present alone in the end', async () => {
  const { pod, ada, elsewhere, present } = await oneElsewhere('5000')
  // The other one says nothing more: what was said holds for three seconds.
  await eventually(async () => expect((await present(ada)).present).toEqual([ada]), 10_000)
  await pod.client.leaveRoom({ commandId: '', roomId: elsewhere.id }, await platform.principal(ada))
  const over = await eventually(async () => {
    const { tie } = await present(ada)
    return tie?.state === TieState.DECIDED && tie
  }, 10_000)
  expect(over).toMatchObject({ how: TieHow.WALK_OVER, winnerId: ada })
})

test('two players seated in other rooms both count as absent', async () => {
  const { pod, bob, decided } = await oneElsewhere('2000')
  await platform.create(pod.client, bob)
  expect(await decided()).toMatchObject({ how: TieHow.VOID, winnerId: 0 })
})
