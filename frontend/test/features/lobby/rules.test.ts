import { describe, expect, test } from '@jest/globals'
import { PASSCODE_MAX, ROOM_NAME_MAX, type RoomListItem } from '@kla/proto/web'
import {
  countsByMode,
  draftErrors,
  emptyDraft,
  filterRooms,
  roomsOpen,
  toCreateRoom,
} from '../../../src/features/lobby/rules.js'

describe('filterRooms', () => {
  const room = (id: string, name: string, creator: string): RoomListItem => ({
    id,
    name,
    creator,
    mode: 'rush',
    capacity: '2',
    category: 'default',
    veiled: false,
    passcodeRequired: false,
    players: 1,
  })
  const rooms = [room('1', 'Late Shift', 'Marlow'), room('2', 'Twelve rounds', 'ox'), room('3', 'Quiet', 'LATECOMER')]
  const found = (text: string) => filterRooms(rooms, text).map(({ id }) => id)

  test('matches name and creator, ignoring case', () => {
    expect(found('late')).toEqual(['1', '3'])
    expect(found('OX')).toEqual(['2'])
  })

  test.each([
    ['Straßenkampf', 'STRASSE'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
    ['İzmir ışık', 'IZMIR ISIK'],
    ['Élan vital', 'e\u0301lan'],
    ['Łódź', 'lodz'],
    ['Ｆｉｇｈｔ', 'fight'],
    ['\u202bשָׁלוֹם', 'שלום'],
    ['Nguyễn Ái Quốc', 'nguyen ai quoc'],
    ['1\ufe0f\u20e3 night', '1 NIGHT'],
    ['\u061cمقهى', 'مقهى'],
    ['김치', '김치'.normalize('NFD')],
  ])('finds %s by %s', (name, text) => {
    expect(
      filterRooms([room('1', name, 'x'), room('2', 'x', name), room('3', 'x', 'x')], text).map(({ id }) => id),
    ).toEqual(['1', '2'])
  })

  test('returns every room for an empty search', () => {
    expect(found('')).toEqual(['1', '2', '3'])
    expect(found('   ')).toEqual(['1', '2', '3'])
  })

  test('matches nothing but name and creator', () => {
    expect(found('rush')).toEqual([])
  })
})

describe('counts of rooms', () => {
  test('are added up by mode, without modes that have no rooms', () => {
    const counts = [
      { mode: 'rush', category: 'default', rooms: 2 },
      { mode: 'rush', category: 'gay', rooms: 1 },
    ] as const
    expect(countsByMode(counts)).toEqual([{ mode: 'rush', rooms: 3, categories: counts }])
    expect(countsByMode([])).toEqual([])
  })

  test('are counted in the singular and the plural', () => {
    expect([1, 3].map((rooms) => `${rooms} ${roomsOpen(rooms, 'Rush')}`)).toEqual([
      '1 rush room open',
      '3 rush rooms open',
    ])
  })
})

describe('room draft', () => {
  const draft = { ...emptyDraft, roomName: 'Late shift' }

  test('starts veiled unless the player unticked that, whatever else is typed or ticked', () => {
    const passcodes = [
      {},
      { passcodeRequired: true },
      { passcodeRequired: true, passcode: 'sesame' },
      { passcode: 'left over' },
    ]
    const others = [{}, { mode: 'stamina' }, { category: 'gay' }, { roomName: 'Another' }] as const
    for (const passcode of passcodes) {
      for (const other of others) {
        expect(toCreateRoom({ ...draft, ...passcode, ...other })).toMatchObject({ veiled: true })
        expect(toCreateRoom({ ...draft, ...passcode, ...other, veiled: false })).toMatchObject({ veiled: false })
      }
    }
  })

  test('requires a name after trimming', () => {
    expect(draftErrors({ ...draft, roomName: '  \t ' })).toEqual({ roomName: 'Room name is required.' })
    expect(draftErrors(draft)).toEqual({})
  })

  test('limits the length of the trimmed name', () => {
    const longest = 'n'.repeat(ROOM_NAME_MAX)
    expect(draftErrors({ ...draft, roomName: ` ${longest} ` })).toEqual({})
    expect(Object.keys(draftErrors({ ...draft, roomName: `${longest}n` }))).toEqual(['roomName'])
  })

  test.each(['🌙', '👨‍👩‍👧‍👦', '🇻🇳', 'e\u0323\u0302', 'क्षि'])(
    'counts %j as one character of a name and a passcode',
    (character) => {
      const [longest, passcode] = [character.repeat(ROOM_NAME_MAX), character.repeat(PASSCODE_MAX)]
      expect(draftErrors({ ...draft, roomName: longest, passcode, passcodeRequired: true })).toEqual({})
      const longer = { ...draft, roomName: `${longest}n`, passcode: `${passcode}n`, passcodeRequired: true }
      expect(Object.keys(draftErrors(longer))).toEqual(['roomName', 'passcode'])
    },
  )

  test('uses the passcode only while the box is checked', () => {
    const passcode = 'p'.repeat(PASSCODE_MAX + 1)
    expect(draftErrors({ ...draft, passcode })).toEqual({})
    expect(Object.keys(draftErrors({ ...draft, passcode, passcodeRequired: true }))).toEqual(['passcode'])
    expect(toCreateRoom({ ...draft, passcode: 'left over' })).toMatchObject({ passcode: null, passcodeRequired: false })
  })

  test('sends name and passcode trimmed', () => {
    expect(toCreateRoom({ ...draft, roomName: ' Late shift ', passcode: ' bell ', passcodeRequired: true })).toEqual({
      roomName: 'Late shift',
      passcode: 'bell',
      passcodeRequired: true,
      publicRoom: true,
      mode: 'rush',
      capacity: '2',
      category: 'default',
      veiled: true,
    })
  })

  test('sends an empty passcode as null and asks for none', () => {
    expect(toCreateRoom({ ...draft, passcode: '   ', passcodeRequired: true })).toMatchObject({
      passcode: null,
      passcodeRequired: false,
    })
  })
})
