import { describe, expect, test } from '@jest/globals'
import { canReadyUp, isRematch } from '../../../../src/features/room/state/ready-up.js'
import { outside, type RoomState } from '../../../../src/features/room/state/room-slice.js'
import { both, ME, OTHER, player } from '../room-state-data.js'

const alone = both.slice(0, 1)
const ABOUT = { name: 'Friday', mode: 'rush', category: 'default', origin: 'lobby' } as const
const newcomer = [both[0]!, player(33, 'Kim')]
const room = (change: Partial<RoomState> = {}): RoomState => ({
  ...outside,
  phase: 'result',
  players: both,
  battlePlayers: [ME, OTHER],
  ...change,
})

describe('Ready Up', () => {
  test('is a rematch with the same opponent only', () => {
    expect(isRematch(room())).toBe(true)
    expect(isRematch(room({ players: newcomer }))).toBe(false)
    expect(isRematch(room({ phase: 'waiting' }))).toBe(false)
  })

  test('is open while waiting, and in the result of two outside of ties', () => {
    expect(canReadyUp(room({ phase: 'waiting', players: alone }))).toBe(true)
    expect(canReadyUp(room({ players: newcomer }))).toBe(true)
    expect(canReadyUp(room({ players: alone }))).toBe(false)
    expect(canReadyUp(room({ tie: true }))).toBe(false)
    expect(canReadyUp(room({ phase: 'vote' }))).toBe(false)
  })

  test('is closed to one who is alone in a match or tie, where no one else may sit', () => {
    for (const origin of ['match', 'tie'] as const) {
      const about = { ...ABOUT, origin }
      expect(canReadyUp(room({ phase: 'waiting', players: alone, about }))).toBe(false)
      expect(canReadyUp(room({ phase: 'waiting', about }))).toBe(true)
    }
    expect(canReadyUp(room({ phase: 'waiting', players: alone, about: ABOUT }))).toBe(true)
  })
})
