import { expect, test } from '@jest/globals'
import { comingsAndGoings } from '../../../src/entities/stage/watcher-words.js'

const kim = { socketId: 'k', name: 'Kim', judge: true }
const zoe = { socketId: 'z', name: 'Zoe', judge: false }
const lou = { socketId: 'l', name: 'Lou', judge: false }

test('announces who comes and in which role', () => {
  expect(comingsAndGoings([], [kim])).toBe('Kim (judge) is watching now.')
  expect(comingsAndGoings([kim], [kim, zoe, lou])).toBe('Zoe (spectator) and Lou (spectator) are watching now.')
})

test('announces who leaves', () => {
  expect(comingsAndGoings([kim, zoe], [kim])).toBe('Zoe (spectator) has stopped watching.')
  expect(comingsAndGoings([kim, zoe, lou], [])).toBe(
    'Kim (judge), Zoe (spectator) and Lou (spectator) have stopped watching.',
  )
})

test('announces both at once, and nothing without a change', () => {
  expect(comingsAndGoings([zoe], [kim])).toBe('Kim (judge) is watching now. Zoe (spectator) has stopped watching.')
  expect(comingsAndGoings([kim, zoe], [zoe, kim])).toBe('')
})
