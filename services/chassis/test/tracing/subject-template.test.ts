import { describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import { subjects } from '@kla/proto'
import { subjectTemplate } from '../../src/tracing/spans.js'

describe('subjectTemplate', () => {
  test.each([
    [subjects.roomBattle(newId()), 'kla.room.*.battle'],
    [subjects.gatewayMatches('gateway-1-abc'), 'kla.gateway.*.matches'],
    [subjects.factBattleStarted, subjects.factBattleStarted],
    [subjects.signalIn, subjects.signalIn],
  ])('turns %s into %s', (subject, template) => {
    expect(subjectTemplate(subject)).toBe(template)
  })
})
