import { expect, test } from '@jest/globals'
import type { RoomListItem } from '@kla/proto/web'
import { filterRooms } from '../../../src/features/lobby/filter-rooms.js'

const room = (id: string, name: string, creator: string): RoomListItem => ({
  id,
  name,
  creator,
  mode: 'rush',
  capacity: '2',
  category: 'default',
  passcodeRequired: false,
  players: 1,
})
const rooms = [room('1', 'Late Shift', 'Marlow'), room('2', 'Twelve rounds', 'ox'), room('3', 'Quiet', 'LATECOMER')]
const found = (text: string) => filterRooms(rooms, text).map(({ id }) => id)

test('finds rooms by name and by creator, whatever the case', () => {
  expect(found('late')).toEqual(['1', '3'])
  expect(found('OX')).toEqual(['2'])
})

test('shows every room while nothing is searched for', () => {
  expect(found('')).toEqual(['1', '2', '3'])
  expect(found('   ')).toEqual(['1', '2', '3'])
})

test('looks in nothing but name and creator', () => {
  expect(found('rush')).toEqual([])
})
