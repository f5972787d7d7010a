import { expect, test } from '@jest/globals'
import { refuseToGiveChildSafety } from '../../src/domain/child-safety.js'

const GIVER = 1
const OTHER = 2
const THIRD = 3

test.each<[string, string, number | undefined, number[], string | undefined]>([
  ['an owner who has it gives it to another', 'owner', OTHER, [GIVER], undefined],
  ['an owner who has it gives it to somebody new', 'owner', undefined, [GIVER], undefined],
  ['an owner without it gives it to nobody', 'owner', OTHER, [THIRD], 'NOT_ALLOWED'],
  ['nor to somebody new', 'owner', undefined, [THIRD], 'NOT_ALLOWED'],
  ['nor to itself', 'owner', GIVER, [THIRD], 'INVALID_FIELD'],
  ['not even if nobody is left who has it', 'owner', GIVER, [], 'INVALID_FIELD'],
  ['then an owner gives it to another', 'owner', OTHER, [], undefined],
  ['or to somebody new', 'owner', undefined, [], undefined],
  ['who is no owner gives it to nobody then', 'moderator', OTHER, [], 'NOT_ALLOWED'],
  ['who has it gives it to itself no more than others', 'owner', GIVER, [GIVER], 'INVALID_FIELD'],
])('%s', (_what, role, receiver, holders, refused) => {
  expect(refuseToGiveChildSafety({ id: GIVER, role }, receiver, holders)?.refused).toBe(refused)
})
