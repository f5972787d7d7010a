import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createDatabase, type Database, newId } from '@kla/chassis'
import {
  BattleFinished,
  EndReason,
  messageOf,
  Room,
  RoomUpdate,
  Seat,
  SeatChange,
  SeatChangeKind,
  SeatsChanged,
  subjects,
  TieHow,
  TieState,
} from '@kla/proto'
import { SAFETY_EXITS_PER_DAY } from '@kla/proto/web'
import { eventually, isolatedSchema, quietLogger } from '@kla/testkit'
import { createSafetyExits } from '../../src/cups/exit-store.js'
import { newAccount } from '../platform.js'
import { createCupPlatform, type CupPlatform, type CupPod, MANAGE, tieIn } from './cup-platform.js'

const HOUR_MS = 3_600_000
const NOW_MS = Date.now()

describe('the safety exits of an account', () => {
  let tables: Awaited<ReturnType<typeof isolatedSchema>>
  let database: Database
  beforeAll(async () => {
    tables = await isolatedSchema(fileURLToPath(new URL('../../migrations', import.meta.url)), 'rooms')
    database = createDatabase({ url: tables.url, schema: tables.schema, log: quietLogger() })
  })
  afterAll(async () => {
    await database.end()
    await tables.drop()
  })

  test('are excused twice in 24 hours, and again later', async () => {
    const exits = createSafetyExits(database)
    const ada = newAccount()
    const at = (hours: number) => exits.record(ada, newId(), NOW_MS + hours * HOUR_MS)
    expect([await at(0), await at(1), await at(2), await at(23.9)]).toEqual([true, true, false, false])
    expect([await at(24), await at(24.5), await at(25)]).toEqual([true, false, true])
    expect(await exits.record(newAccount(), newId(), NOW_MS)).toBe(true)
  })

  test('count once per room: a repeat gets the first answer, whatever happened in between', async () => {
    const exits = createSafetyExits(database)
    const ada = newAccount()
    const rooms = Array.from({ length: SAFETY_EXITS_PER_DAY + 1 }, newId)
    const record = (room: string) => exits.record(ada, room, NOW_MS)
    for (const room of rooms.slice(0, -1)) expect(await record(room)).toBe(true)
    expect(await Promise.all(rooms.map(record))).toEqual([true, true, false])
    expect(await Promise.all(rooms.map(record))).toEqual([true, true, false])
  })

  test('are never excused more often when their events arrive concurrently and out of order', async () => {
    const exits = createSafetyExits(database)
    const ada = newAccount()
    const excused = await Promise.all(
      [5, 1, 4, 0, 3].map((hours) => exits.record(ada, newId(), NOW_MS + hours * HOUR_MS)),
    )
    expect(excused.filter(Boolean)).toHaveLength(SAFETY_EXITS_PER_DAY)
  })

  test('are deleted once their events are', async () => {
    const exits = createSafetyExits(database)
    const [ada, room] = [newAccount(), newId()]
    await exits.record(ada, room, NOW_MS)
    const rooms = async () =>
      (await database.query('SELECT room_id FROM safety_exits WHERE account_id = $1', [ada])).rows
    await exits.prune(NOW_MS + 7 * 24 * HOUR_MS)
    expect(await rooms()).toHaveLength(1)
    await exits.prune(NOW_MS + 9 * 24 * HOUR_MS)
    expect(await rooms()).toEqual([])
  })
})

describe('a safety exit from a tie', () => {
  let platform: CupPlatform
  let pod: CupPod
  beforeAll(async () => {
    platform = await createCupPlatform()
    pod = await platform.pod({}, { CUP_RESULT_MS: '300' })
  })
  afterAll(() => platform.stop())

  /** A cup of two whose room is open. */
  async function openCup(ada: number, bob: number): Promise<{ readonly cupId: string; readonly roomId: string }> {
    const { id: cupId } = await platform.cupOf(pod.cups, [ada, bob])
    await pod.cups.startCup({ cupId }, await platform.administrator(...MANAGE))
    let roomId = ''
    for (const accountId of [ada, bob]) {
      ;({ roomId } = await pod.cups.bePresent({ cupId, tieId: '1-1' }, await platform.principal(accountId)))
    }
    return { cupId, roomId }
  }

  const battleOver = (roomId: string, leftBy: number) =>
    platform.battle(roomId, { leftBy, reason: EndReason.SAFETY, endedAtMs: NOW_MS })

  async function seatFreed(roomId: string, cupId: string, accountId: number): Promise<void> {
    const update = messageOf(RoomUpdate, {
      roomId,
      room: messageOf(Room, { id: roomId, version: 7, tie: { cupId, tieId: '1-1', cupName: '' } }),
      changes: [
        messageOf(SeatChange, { kind: SeatChangeKind.LEFT, seat: messageOf(Seat, { accountId }), safety: true }),
      ],
    })
    const eventId = newId()
    await platform.bus.publishEvent(
      subjects.eventSeatsFreed,
      eventId,
      SeatsChanged.encode({ eventId, update }).finish(),
    )
  }

  const tieOnce = async (cupId: string, state: TieState) =>
    eventually(async () => {
      const tie = tieIn(await pod.cups.getCup({ cupId }), '1-1')
      expect(tie.state).toBe(state)
      return tie
    })

  const lineOf = async (cupId: string) => {
    const page = { filter: 'all', page: 1, pageSize: 100 }
    const { ties } = await pod.cups.listTies(page, await platform.administrator(...MANAGE))
    return ties.find((line) => line.cupId === cupId)
  }

  test.each(['battle', 'seat'] as const)(
    'is put before a judge, who alone sees it, by the event of the %s',
    async (told) => {
      const [ada, bob] = [newAccount(), newAccount()]
      const { cupId, roomId } = await openCup(ada, bob)
      await (told === 'battle' ? battleOver(roomId, ada) : seatFreed(roomId, cupId, ada))
      const tie = await tieOnce(cupId, TieState.DISPUTED)
      expect(tie).toMatchObject({ how: TieHow.UNSPECIFIED, winnerId: 0 })
      expect(Object.keys(tie)).not.toEqual(expect.arrayContaining([expect.stringMatching(/exit|safety|apart/i)]))
      expect(await lineOf(cupId)).toMatchObject({ safetyExitBy: ada, apart: false })
      const verdict = { cupId, tieId: '1-1', winnerId: ada, reason: 'Bob was rude.', version: 0 }
      const over = await pod.cups.judgeTie(verdict, await platform.administrator(...MANAGE))
      expect(tieIn(over, '1-1')).toMatchObject({ how: TieHow.JUDGE, winnerId: ada })
    },
  )

  test('by LeaveAndBlock before a battle is disputed as well, and the two are not called again', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    const { cupId, roomId } = await openCup(ada, bob)
    for (const accountId of [ada, bob]) await platform.join(pod.client, accountId, roomId)
    const request = { commandId: newId(), roomId, accountId: 0 }
    expect(await pod.client.leaveAndBlock(request, await platform.principal(ada))).toMatchObject({ blockedId: bob })
    await tieOnce(cupId, TieState.DISPUTED)
    await pod.client.leaveRoom({ commandId: '', roomId }, await platform.principal(bob))
    expect(await pod.cups.bePresent({ cupId, tieId: '1-1' }, await platform.principal(bob))).toMatchObject({
      roomId: '',
    })
    expect(await lineOf(cupId)).toMatchObject({ safetyExitBy: ada, tie: { state: TieState.DISPUTED } })
  })

  test('is excused twice a day over all cups, despite repeated events; the third counts as leaving', async () => {
    const ada = newAccount()
    for (let exit = 1; exit <= SAFETY_EXITS_PER_DAY + 1; exit++) {
      const { cupId, roomId } = await openCup(ada, newAccount())
      const excused = exit <= SAFETY_EXITS_PER_DAY
      // From the seat first and alone, then from both, twice.
      await seatFreed(roomId, cupId, ada)
      if (excused) await tieOnce(cupId, TieState.DISPUTED)
      for (let copy = 0; copy < 2; copy++) await Promise.all([battleOver(roomId, ada), seatFreed(roomId, cupId, ada)])
      if (!excused) expect(await tieOnce(cupId, TieState.DECIDED)).toMatchObject({ how: TieHow.RETIRED })
      expect(await lineOf(cupId)).toMatchObject({ safetyExitBy: ada })
      // So that the account has no seat in the next one.
      await pod.client.leaveRoom({ commandId: '', roomId }, await platform.principal(ada))
    }
  })

  test('before a battle counts as leaving too when it is not excused', async () => {
    const ada = newAccount()
    for (let exit = 1; exit <= SAFETY_EXITS_PER_DAY + 1; exit++) {
      const { cupId, roomId } = await openCup(ada, newAccount())
      await seatFreed(roomId, cupId, ada)
      const tie = await tieOnce(cupId, exit <= SAFETY_EXITS_PER_DAY ? TieState.DISPUTED : TieState.DECIDED)
      expect(tie.how).toBe(exit <= SAFETY_EXITS_PER_DAY ? TieHow.UNSPECIFIED : TieHow.RETIRED)
      await pod.client.leaveRoom({ commandId: '', roomId }, await platform.principal(ada))
    }
  })

  test('costs nothing after the battle has been won', async () => {
    const ada = newAccount()
    for (let cup = 0; cup <= SAFETY_EXITS_PER_DAY; cup++) {
      const { cupId, roomId } = await openCup(ada, newAccount())
      await platform.battle(roomId, { winnerId: ada })
      await tieOnce(cupId, TieState.DECIDED)
      await seatFreed(roomId, cupId, ada)
      await pod.client.leaveRoom({ commandId: '', roomId }, await platform.principal(ada))
    }
    const { cupId, roomId } = await openCup(ada, newAccount())
    await battleOver(roomId, ada)
    await tieOnce(cupId, TieState.DISPUTED)
  })

  test('does not affect the ordinary end of a battle', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    const { cupId, roomId } = await openCup(ada, bob)
    const finished = messageOf(BattleFinished, { roomId, leftBy: ada, reason: EndReason.LEFT, endedAtMs: NOW_MS })
    await platform.battle(roomId, finished)
    expect(await tieOnce(cupId, TieState.DECIDED)).toMatchObject({ how: TieHow.RETIRED, winnerId: bob })
  })
})
