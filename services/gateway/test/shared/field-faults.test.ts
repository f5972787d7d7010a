import { expect, test } from '@jest/globals'
import { errorOf, type FieldFault } from '../../src/shared/field-faults.js'

test.each<[string, FieldFault[], string]>([
  ['a value', [{ instancePath: '/tiers/3/points', params: {} }], ' (tiers.3.points)'],
  ['a missing field', [{ instancePath: '/tiers/3', params: { requiredProperties: ['points'] } }], ' (tiers.3.points)'],
  ['a missing field of the whole', [{ instancePath: '', params: { requiredProperties: ['name'] } }], ' (name)'],
  ['the whole', [{ instancePath: '', params: {} }], ''],
  ['nothing', [], ''],
  ['a name that the request made up', [{ instancePath: '/<b>/x', params: {} }], ''],
  ['a long name', [{ instancePath: `/${'x'.repeat(101)}`, params: {} }], ''],
])('the error names the first field at fault: %s', (_what, faults, named) => {
  expect(errorOf(faults)).toMatchObject({
    reason: 'INVALID_FIELD',
    message: `Something in that request isn't valid${named}.`,
  })
})
