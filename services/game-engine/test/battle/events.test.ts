import { beforeEach, describe, expect, test } from '@jest/globals'
import type { Message } from '@kla/chassis'
import { EndReason, messageOf, Room, RoomUpdate, Seat, SeatChange, SeatChangeKind, SeatsChanged } from '@kla/proto'
import { quietLogger } from '@kla/testkit'
import { createSeatsChangedHandler, DEPARTURE_WAIT_MS } from '../../src/battle/events.js'
import type { Battle, SeatHolder } from '../../src/battle/rules/battle.js'
import { ROOM, snapshot, START, Table } from '../support/rules.js'

const [ONE, OTHER] = snapshot().seats as [SeatHolder, SeatHolder]
/** A player who sat down in a free seat. */
const THIRD = { accountId: 3, seatTakenAtMs: 300 }

const seatOf = ({ accountId, seatTakenAtMs }: SeatHolder): Seat =>
  messageOf(Seat, { accountId, takenAtMs: seatTakenAtMs })
const left = (holder: SeatHolder, safety = false): SeatChange =>
  messageOf(SeatChange, { kind: SeatChangeKind.LEFT, seat: seatOf(holder), safety })

/** An event with the seats that remain; the room closes with none. */
function freed(version: number, changes: readonly SeatChange[], ...remain: readonly SeatHolder[]): Message {
  const update = messageOf(RoomUpdate, {
    roomId: ROOM,
    room: messageOf(Room, { id: ROOM, version, seats: remain.map(seatOf) }),
    changes: [...changes],
    closedReason: remain.length === 0 ? 'empty' : '',
  })
  const data = SeatsChanged.encode(messageOf(SeatsChanged, { eventId: `${ROOM}.${version}`, update })).finish()
  return { subject: 'seats', data }
}

describe('createSeatsChangedHandler', () => {
  let table: Table
  let handle: ReturnType<typeof createSeatsChangedHandler>
  let isDown: boolean

  beforeEach(() => {
    table = new Table().begins()
    isDown = false
    handle = createSeatsChangedHandler({
      runner: {
        run: async (command) => {
          table.does(command)
          return {}
        },
      },
      battles: {
        load: async () => {
          if (isDown) throw new Error('down')
          return {
            nowMs: table.now,
            version: 1,
            token: '1',
            battle: table.battle as Battle | undefined,
            answer: undefined,
          }
        },
      },
      log: quietLogger(),
    })
  })
  const outcome = () => table.outcomes().map(({ reason, leftBy }) => ({ reason, leftBy }))

  test('blames no one when both players leave at the same time', async () => {
    await handle(freed(5, [left(ONE), left(OTHER)]), START)
    expect(outcome()).toEqual([{ reason: EndReason.LEFT, leftBy: null }])
    expect(table.battle).toMatchObject({ phase: 'closed' })
  })

  test('applies a panic exit before a departure at the same time', async () => {
    await handle(freed(5, [left(ONE), left(OTHER, true)]), START)
    expect(outcome()).toEqual([{ reason: EndReason.SAFETY, leftBy: 2 }])
    expect(table.battle).toMatchObject({ phase: 'closed' })
  })

  test('names the player who left when the opponent stays', async () => {
    await handle(freed(5, [left(OTHER)], ONE), START)
    expect(outcome()).toEqual([{ reason: EndReason.LEFT, leftBy: 2 }])
  })

  test.each([true, false])(
    'waits for an earlier departure that is still on its way (panic exit: %s)',
    async (safety) => {
      const last = freed(6, [left(OTHER)])
      await expect(handle(last, START)).rejects.toThrow('earlier departure')
      expect(table.battle).toMatchObject({ phase: 'prompt' })
      await handle(freed(5, [left(ONE, safety)], OTHER), START)
      await handle(last, START)
      expect(outcome()).toEqual([{ reason: safety ? EndReason.SAFETY : EndReason.LEFT, leftBy: 1 }])
      expect(table.battle).toMatchObject({ phase: 'closed' })
    },
  )

  test('waits for the earlier departure of a player who has returned, or whose seat another player has', async () => {
    for (const seated of [{ ...ONE, seatTakenAtMs: 900 }, THIRD]) {
      await expect(handle(freed(7, [left(OTHER)], seated), START)).rejects.toThrow('earlier departure')
    }
    expect(outcome()).toEqual([])
  })

  test('does not wait for ever for an earlier departure that is lost', async () => {
    const last = freed(6, [left(OTHER)])
    await expect(handle(last, START)).rejects.toThrow('earlier departure')
    table.after(DEPARTURE_WAIT_MS - 1)
    await expect(handle(last, START)).rejects.toThrow('earlier departure')
    table.after(1)
    await handle(last, START)
    expect(outcome()).toEqual([{ reason: EndReason.LEFT, leftBy: 2 }])
    expect(table.battle).toMatchObject({ phase: 'closed' })
  })

  test('waits as long for events that are old when the process starts', async () => {
    const last = freed(6, [left(OTHER)])
    const storedAtMs = START - 2 * DEPARTURE_WAIT_MS
    await expect(handle(last, storedAtMs)).rejects.toThrow('earlier departure')
    table.after(DEPARTURE_WAIT_MS)
    await handle(last, storedAtMs)
    expect(outcome()).toHaveLength(1)
  })

  test('waits for nothing when the departure ends no running battle', async () => {
    // From before the opponent sat down.
    await handle(freed(1, [left(THIRD)], ONE), START)
    expect(table.battle).toMatchObject({ phase: 'prompt' })
    await handle(freed(5, [left(ONE)], OTHER), START)
    await handle(freed(7, [left(THIRD)], OTHER), START)
    expect(table.battle).toMatchObject({ phase: 'result' })

    table = new Table()
    await handle(freed(6, [left(OTHER)]), START)
    expect(table.battle).toMatchObject({ phase: 'closed' })
  })

  test('rejects a departure while the battle cannot be read', async () => {
    isDown = true
    await expect(handle(freed(5, [left(ONE)], OTHER), START)).rejects.toThrow('down')
    expect(outcome()).toEqual([])
  })
})
