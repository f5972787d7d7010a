import { describe, expect, test } from '@jest/globals'
import { unitsOf } from '../../../src/console/person/gift.js'
import {
  battleEndWords,
  decisionTitle,
  moneyWords,
  nameOfPerson,
  upheldWords,
} from '../../../src/console/person/words.js'

describe('words about a person', () => {
  test.each([
    [{ total: 0, decided: 0, upheld: 0 }, 'None'],
    [{ total: 3, decided: 0, upheld: 0 }, '3, none decided yet'],
    [{ total: 5, decided: 4, upheld: 1 }, '5, 1 of 4 decided upheld (25%)'],
    [{ total: 3, decided: 3, upheld: 3 }, '3, 3 of 3 decided upheld (100%)'],
  ])('say which share of %j was upheld', (totals, words) => {
    expect(upheldWords(totals)).toBe(words)
  })

  test.each([
    [{ player_name: 'Velvet Otter', global_name: 'Ada', username: 'ada' }, 'Velvet Otter'],
    [{ player_name: null, global_name: 'Ada', username: 'ada' }, 'Ada'],
    [{ player_name: null, global_name: null, username: 'ada' }, 'ada'],
    [{ player_name: null, global_name: null, username: '' }, 'Deleted account'],
  ])('name %j', (person, name) => {
    expect(nameOfPerson(person)).toBe(name)
  })

  test.each([
    [{ reason: 'finished', left_by: null }, ''],
    [{ reason: 'left', left_by: 'player' }, 'this player left'],
    [{ reason: 'safety', left_by: 'opponent' }, 'the opponent took the panic exit'],
  ] as const)('say how a battle ended: %j', (battle, words) => {
    expect(battleEndWords(battle)).toBe(words)
  })

  test('name a decision by its rule, or as dismissed', () => {
    expect(decisionTitle({ outcome: 'acted', rule: 'threats' })).toBe('Threats')
    expect(decisionTitle({ outcome: 'dismissed', rule: null })).toBe('Dismissed')
  })

  test('write amounts in the currency of the order', () => {
    expect(moneyWords(598, 'usd')).toBe('$5.98')
    expect(moneyWords(1_000, 'eur')).toBe('€10.00')
  })
})

test('units of a gift are a whole number from 1 to 1000', () => {
  expect(['1', ' 1000 ', '0', '-1', '1001', '1.5', '', 'x'].map(unitsOf)).toEqual([
    1,
    1_000,
    null,
    null,
    null,
    null,
    null,
    null,
  ])
})
