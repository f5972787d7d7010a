import { describe, expect, test } from '@jest/globals'
import { outcomeOf, roomsOf } from '../../src/crowd/part.js'

const cookies = Array.from({ length: 12 }, (_, at) => `kla=${at}`)

describe('roomsOf', () => {
  const rooms = roomsOf({ toKill: 4 }, 1, cookies, ['victim', 'one', 'other'])

  test('seats both players of a room on one gateway, as many as wished on the one to be killed', () => {
    expect(rooms.map(({ gateway }) => gateway)).toEqual(['victim', 'victim', 'one', 'other', 'one', 'other'])
  })

  test('gives each player its own cookie', () => {
    expect(rooms.flatMap((room) => room.cookies)).toEqual(cookies)
  })

  test('lets players of the gateway to be killed battle', () => {
    expect(rooms.filter(({ plays }) => plays).map(({ number, gateway }) => [number, gateway])).toEqual([[0, 'victim']])
  })
})

describe('outcomeOf', () => {
  const report = {
    ...{ seated: 0, away: 0, lost: 0, returnsAtRest: 0, battlesLost: 0, lateMs: 3, causes: { 'the socket ended': 2 } },
    battleReturnsMs: [300, 1_200, 700],
    returnsMs: Array.from({ length: 101 }, (_, at) => at * 100),
  }

  test('takes the last returns as the times until players in battles, and all, sit', () => {
    const { figures, faults } = outcomeOf([report], { toKill: 101 })
    expect(figures.map(({ value }) => value)).toEqual([1.2, 5, 9.9, 10])
    expect(faults).toEqual([])
  })

  test('has no such time while a player is missing, and counts what was lost', () => {
    const { figures, faults, amounts } = outcomeOf([{ ...report, lost: 1, battlesLost: 1 }, report], { toKill: 101 })
    expect(figures[3]?.value).toBe(Infinity)
    expect(faults).toEqual(['1 seats were lost by the kill', '1 battles were ended or stopped by the kill'])
    expect(amounts['connections ended after the kill']).toEqual({ 'the socket ended': 4 })
  })
})
