import { expect, test } from '@jest/globals'
import { permissionsOf } from '@kla/proto/web'
import { mayGiveChildSafety } from '../../../src/console/administrators/may-give-child-safety.js'

const ME = 1
const OTHER = 2

test.each<[string, boolean, number | undefined, boolean]>([
  ['who has it gives it to another', true, OTHER, true],
  ['who has it gives it to somebody new', true, undefined, true],
  ['who has none may ask to give it to another', false, OTHER, true],
  ['who has none gives none to somebody new', false, undefined, false],
  ['nobody gives it to themselves', false, ME, false],
])('%s', (_what, has, receiver, may) => {
  expect(mayGiveChildSafety({ id: ME, permissions: [...permissionsOf('owner', has)] }, receiver)).toBe(may)
})
