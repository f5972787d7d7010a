import { expect, test } from '@jest/globals'
import { cornerByKey, nearestCorner } from '../../../../src/features/room/stage/corner.js'

const area = { left: 0, top: 100, width: 390, height: 220 }
const at = (left: number, top: number) => ({ left, top, width: 120, height: 68 })

test.each([
  [at(10, 110), { x: 'left', y: 'top' }],
  [at(150, 110), { x: 'right', y: 'top' }],
  [at(10, 240), { x: 'left', y: 'bottom' }],
  [at(600, 900), { x: 'right', y: 'bottom' }],
])('snaps a small pane at %j to %j', (box, corner) => {
  expect(nearestCorner(box, area)).toEqual(corner)
})

test('moves between corners by arrow keys and ignores other keys', () => {
  const corner = { x: 'right', y: 'bottom' } as const
  expect(cornerByKey(corner, 'ArrowLeft')).toEqual({ x: 'left', y: 'bottom' })
  expect(cornerByKey(corner, 'ArrowUp')).toEqual({ x: 'right', y: 'top' })
  expect(cornerByKey(corner, 'ArrowRight')).toEqual(corner)
  expect(cornerByKey(corner, 'a')).toBeNull()
})
