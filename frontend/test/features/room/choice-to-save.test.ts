import { expect, test } from '@jest/globals'
import { choiceToSave } from '../../../src/features/room/saving/choice-to-save.js'
import { entered, roomSlice } from '../../../src/features/room/state/room-slice.js'
import { outside } from '../../../src/features/room/state/room-state.js'
import { NOW } from './room-state-data.js'

const room = roomSlice.actions
const timing = { deadline: NOW, durationMs: 10_000 }
const list = [{ index: 1, gifUrl: 'g1', thumbnail: 't1' }]

test('a card is saved as one of the round it was dealt in, though the next has begun', () => {
  const actions = [
    entered({ roomId: 'r1', passcode: null }),
    room.promptGif({ round: 1, ...timing }),
    room.gifOptions({ round: 1, options: list }),
    room.showGif({ round: 1, ...timing }),
  ]
  const shown = actions.reduce(roomSlice.reducer, outside)
  expect(choiceToSave('r1', shown.options, 1)).toEqual({ roomId: 'r1', index: 1, round: 1 })
  const next = roomSlice.reducer(shown, room.promptGif({ round: 2, ...timing }))
  expect(choiceToSave('r1', next.options, 1)).toMatchObject({ round: 1 })
  const dealt = roomSlice.reducer(next, room.gifOptions({ round: 2, options: list }))
  expect(choiceToSave('r1', dealt.options, 1)).toMatchObject({ round: 2 })
})
