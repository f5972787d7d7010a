import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import { CupState } from '@kla/proto'
import { CUP_CHECK_IN_MS } from '@kla/proto/web'
import { eventually } from '@kla/testkit'
import { newAccount } from '../platform.js'
import { createCupPlatform, type CupPlatform, type CupPod, MANAGE, ordinaryCup } from './cup-platform.js'

let platform: CupPlatform
let pod: CupPod
let nowMs = Date.now()
const HOUR_MS = 3_600_000

beforeAll(async () => {
  platform = await createCupPlatform()
  pod = await platform.pod({ now: () => nowMs })
})
afterAll(() => platform.stop())

const as = (accountId: number) => platform.principal(accountId)
const mods = () => platform.administrator(...MANAGE)
const create = async (fields = {}) =>
  pod.cups.createCup({ ...ordinaryCup(), startsAtMs: nowMs + HOUR_MS, ...fields }, await mods())
const entered = async (cupId: string): Promise<number[]> =>
  (await pod.cups.getCup({ cupId })).entries.map(({ accountId }) => accountId)

describe('entering', () => {
  test('is idempotent, as is withdrawing, and keeps the order until the cup is full', async () => {
    const { id: cupId } = await create({ capacity: 4 })
    const people = Array.from({ length: 5 }, newAccount)
    for (const accountId of people.slice(0, 4)) await pod.cups.enterCup({ cupId }, await as(accountId))
    const { version } = await pod.cups.getCup({ cupId })
    expect((await pod.cups.enterCup({ cupId }, await as(people[1] ?? 0))).version).toBe(version)
    await expect(pod.cups.enterCup({ cupId }, await as(people[4] ?? 0))).rejects.toMatchObject({ reason: 'CUP_FULL' })
    expect(await entered(cupId)).toEqual(people.slice(0, 4))
    const withdrawn = await pod.cups.withdrawFromCup({ cupId }, await as(people[0] ?? 0))
    expect(await pod.cups.withdrawFromCup({ cupId }, await as(people[0] ?? 0))).toEqual(withdrawn)
    await pod.cups.enterCup({ cupId }, await as(people[4] ?? 0))
    expect(await entered(cupId)).toEqual(people.slice(1))
    const listed = (await pod.cups.listCups({})).cups.find(({ id }) => id === cupId)
    expect(listed).toMatchObject({ entered: 4, capacity: 4, state: CupState.SIGN_UP })
  })

  test('fills the cup exactly under concurrent requests', async () => {
    const { id: cupId } = await create({ capacity: 4 })
    const people = Array.from({ length: 8 }, newAccount)
    const results = await Promise.allSettled(people.map(async (who) => pod.cups.enterCup({ cupId }, await as(who))))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
    expect(await entered(cupId)).toHaveLength(4)
  })

  test('requires a confirmed age and no ban from rooms', async () => {
    const { id: cupId } = await create()
    const who = newAccount()
    const minor = await platform.principal(who, { ageConfirmed: false })
    const banned = await platform.principal(who, { restrictions: [{ scope: 'rooms', untilMs: 0 }] })
    await expect(pod.cups.enterCup({ cupId }, minor)).rejects.toMatchObject({ reason: 'AGE_NOT_CONFIRMED' })
    await expect(pod.cups.enterCup({ cupId }, banned)).rejects.toMatchObject({ reason: 'BANNED_FROM_ROOMS' })
    expect(await entered(cupId)).toEqual([])
  })

  test('rejects an unknown cup', async () => {
    const who = await as(newAccount())
    for (const cupId of [newId(), 'no-uuid', '']) {
      await expect(pod.cups.enterCup({ cupId }, who)).rejects.toMatchObject({ reason: 'CUP_NOT_FOUND' })
      await expect(pod.cups.getCup({ cupId })).rejects.toMatchObject({ reason: 'CUP_NOT_FOUND' })
    }
  })
})

describe('checking in', () => {
  test('is open for fifteen minutes before the start, and the bracket has only checked-in players', async () => {
    const { id: cupId, startsAtMs } = await create()
    const [early, absent, late, stranger] = [newAccount(), newAccount(), newAccount(), newAccount()]
    await pod.cups.enterCup({ cupId }, await as(early))
    await pod.cups.enterCup({ cupId }, await as(absent))
    await expect(pod.cups.checkIn({ cupId }, await as(early))).rejects.toMatchObject({ reason: 'NOT_CHECKING_IN' })

    nowMs = startsAtMs - CUP_CHECK_IN_MS
    expect((await pod.cups.getCup({ cupId })).state).toBe(CupState.CHECK_IN)
    const due = await pod.cups.getNextTie({}, await as(early))
    expect(due).toMatchObject({ cupId, checkInDue: true, tieId: '', deadlineMs: startsAtMs })
    await expect(pod.cups.checkIn({ cupId }, await as(stranger))).rejects.toMatchObject({ reason: 'NOT_ENTERED' })
    await pod.cups.enterCup({ cupId }, await as(late))
    const checked = await pod.cups.checkIn({ cupId }, await as(early))
    expect(checked.entries.map(({ checkedIn }) => checkedIn)).toEqual([true, false, true])
    expect(await pod.cups.getNextTie({}, await as(early))).toMatchObject({ cupId: '' })

    nowMs = startsAtMs
    await expect(pod.cups.enterCup({ cupId }, await as(stranger))).rejects.toMatchObject({ reason: 'CUP_CLOSED' })
    const drawn = await eventually(async () => {
      const cup = await pod.cups.getCup({ cupId })
      expect(cup.state).toBe(CupState.RUNNING)
      return cup
    })
    expect(drawn.ties).toMatchObject([{ id: '1-1', playerA: early, playerB: late }])
    expect(drawn.entries.map(({ accountId }) => accountId)).toEqual([early, late, absent])
    await expect(pod.cups.checkIn({ cupId }, await as(absent))).rejects.toMatchObject({ reason: 'NOT_CHECKING_IN' })
  })

  test('ends the cup without a champion when no player has checked in, and with one when one has', async () => {
    const [empty, single, one] = [await create(), await create(), newAccount()]
    await pod.cups.enterCup({ cupId: single.id }, await as(one))
    await pod.cups.enterCup({ cupId: empty.id }, await as(one))
    nowMs = single.startsAtMs - 1
    await pod.cups.checkIn({ cupId: single.id }, await as(one))
    nowMs = single.startsAtMs
    await eventually(async () => {
      const cups = await Promise.all([empty, single].map(({ id: cupId }) => pod.cups.getCup({ cupId })))
      expect(cups.map(({ state }) => state)).toEqual([CupState.FINISHED, CupState.FINISHED])
      expect(cups.map(({ championId }) => championId)).toEqual([0, one])
    })
  })
})
