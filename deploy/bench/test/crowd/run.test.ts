import { describe, expect, test } from '@jest/globals'
import { roomsOf } from '../../src/crowd/run.js'

const cookies = Array.from({ length: 12 }, (_, at) => `kla=${at}`)

describe('roomsOf', () => {
  const rooms = roomsOf({ toKill: 4 }, 1, cookies, ['victim', 'one', 'other'])

  test('seats both players of a room on one gateway, as many as wished on the one to be killed', () => {
    expect(rooms.map(({ gateway }) => gateway)).toEqual(['victim', 'victim', 'one', 'other', 'one', 'other'])
  })

  test('gives each player a cookie of its own', () => {
    expect(rooms.flatMap((room) => room.cookies)).toEqual(cookies)
  })

  test('lets players of the gateway to be killed battle', () => {
    expect(rooms.filter(({ plays }) => plays).map(({ number, gateway }) => [number, gateway])).toEqual([[0, 'victim']])
  })
})
