import { describe, expect, test } from '@jest/globals'
import { lastBattle, leaverOf } from '../../../../src/features/room/state/last-battle.js'
import { outside, type RoomState } from '../../../../src/features/room/state/room-slice.js'
import { both, ME, OTHER } from '../room-state-data.js'

const alone = both.slice(0, 1)
const room = (change: Partial<RoomState> = {}): RoomState => ({
  ...outside,
  phase: 'result',
  players: both,
  battlePlayers: [ME, OTHER],
  names: { [ME]: 'Maya', [OTHER]: 'Jonas' },
  ...change,
})

describe('the last battle', () => {
  test('keeps the name of an opponent who has left', () => {
    expect(lastBattle(room({ players: alone }), ME)).toMatchObject({ played: true, name: 'Jonas', isHere: false })
  })

  test('does not name an opponent this page has never seen', () => {
    expect(lastBattle(room({ players: alone, names: {} }), ME).name).toBe('Your opponent')
  })

  test('is not that of a player who came after it', () => {
    expect(lastBattle(room(), 33).played).toBe(false)
  })

  test('blames no one for leaving who may have stayed', () => {
    expect(leaverOf(lastBattle(room({ players: alone }), ME), false)).toBe('Jonas')
    expect(leaverOf(lastBattle(room(), ME), true)).toBe('Jonas')
    expect(leaverOf(lastBattle(room(), ME), false)).toBe('One of you')
  })
})
