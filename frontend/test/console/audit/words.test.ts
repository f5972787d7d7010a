import { describe, expect, test } from '@jest/globals'
import { permissionsOf } from '@kla/proto/web'
import { faultWords, thingLink } from '../../../src/console/audit/words.js'

const anything = () => true

describe('faultWords', () => {
  test('names the faulty entry and the fault', () => {
    expect(faultWords({ seq: 12, what: 'missing' })).toContain('#12')
    expect(faultWords({ seq: 12, what: 'unlinked' })).toContain('unlinked')
  })
})

describe('thingLink', () => {
  test.each([
    ['report', '12', '/reports?open=12'],
    ['job', '5', '/desk?open=5'],
    ['account', '7', '/person/7'],
    ['cup', 'a-b', '/cuptiecreator?open=a-b'],
    ['season', 'c-d', '/battlepasseditor?open=c-d'],
  ])('links a %s to its own screen', (kind, id, link) => {
    expect(thingLink({ kind, id }, anything)).toBe(link)
    expect(thingLink({ kind, id }, () => false)).toBeNull()
  })

  test('needs the permission of the screen', () => {
    const support = permissionsOf('support', false)
    expect(thingLink({ kind: 'report', id: '12' }, (permission) => support.includes(permission))).toBeNull()
    expect(thingLink({ kind: 'account', id: '7' }, (permission) => permission === 'reports.read')).toBe('/person/7')
  })

  test('returns null for a thing without a screen, and escapes an id', () => {
    expect(thingLink({ kind: 'ticket', id: '1' }, anything)).toBeNull()
    expect(thingLink({ kind: 'toString', id: '1' }, anything)).toBeNull()
    expect(thingLink({ kind: 'report', id: '1&x=2' }, anything)).toBe('/reports?open=1%26x%3D2')
  })
})
