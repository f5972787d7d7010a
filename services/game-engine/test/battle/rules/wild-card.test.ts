import { describe, expect, test } from '@jest/globals'
import type { Turn } from '../../../src/battle/rules/battle.js'
import { viewFor } from '../../../src/battle/rules/view.js'
import { pendingWildCard } from '../../../src/battle/rules/wild-card.js'
import { ROOM, START, Table } from '../../support/rules.js'

const gif = { gifUrl: 'https://own/1', thumbnail: 'own/1', acts: null }
const choose = (accountId: number, index = 1) => ({ kind: 'choose-gif', accountId, index }) as const

const turnOf = ({ battle }: Table): Turn => {
  if (!battle || !('match' in battle)) throw new Error('no battle is on')
  return { battleId: battle.match.battleId, round: battle.match.round }
}
const begin = (table: Table, accountId = 1, commandId = 'one', turn = turnOf(table)) =>
  ({ kind: 'begin-wild-card', accountId, commandId, turn, gif }) as const
const keyOf = (table: Table, accountId = 1, commandId = 'one'): string => {
  const found = pendingWildCard(table.battle, { accountId, commandId, turn: turnOf(table) }, table.now)
  if ('refused' in found) throw new Error(`none is pending: ${found.refused}`)
  return found.key
}
const play = (table: Table, accountId = 1, key = keyOf(table, accountId)) =>
  ({ kind: 'play-wild-card', accountId, turn: turnOf(table), key }) as const
const drop = (key: string) => ({ kind: 'drop-wild-card', key }) as const
const begun = (): Table => {
  const table = new Table().begins()
  return table.does(begin(table))
}
const left = { kind: 'leave', seat: { accountId: 2, seatTakenAtMs: 200 }, roomVersion: 2 } as const

describe('a Wild Card', () => {
  test("takes the player's pick while pending, and stays hidden", () => {
    const table = begun()
    expect(table.refusal(choose(1))).toBe('ALREADY_PICKED')
    expect(table.refusal(begin(table, 1, 'another'))).toBe('ALREADY_PICKED')
    expect(table.names(true)).toContain('promptGif')
    expect(viewFor(table.battle, ROOM, 1)).toMatchObject({ picked: 0, wildCard: '' })
    expect(table.settlements()).toEqual([])
  })

  test('begins once for repeated commands', () => {
    const table = begun()
    const { battle } = table
    expect(table.does(begin(table)).battle).toBe(battle)
  })

  test('counts as the pick once played, and is shown as a Wild Card', () => {
    const table = begun()
    const key = keyOf(table)
    table.does(play(table))
    expect(table.settlements()).toEqual([])
    expect(viewFor(table.battle, ROOM, 1)).toMatchObject({ picked: 0, wildCard: gif.gifUrl })
    expect(viewFor(table.battle, ROOM, 2)).toMatchObject({ wildCard: '', receivedGif: '' })
    expect(table.refusal(choose(1))).toBe('ALREADY_PICKED')
    expect(table.refusal(play(table, 1, key))).toBe('ALREADY_PICKED')
    expect(table.refusal(begin(table))).toBe('ALREADY_PICKED')

    table.does(choose(2))
    expect(table.battle).toMatchObject({ phase: 'show' })
    expect(table.settlements()).toEqual([{ kind: 'settle', roomId: ROOM, key, outcome: 'commit' }])
    expect(table.received(2)).toMatchObject({ gifUrl: gif.gifUrl, wildCard: true })
    expect(table.received(1)).toMatchObject({ wildCard: false })
    expect(viewFor(table.battle, ROOM, 2)).toMatchObject({ receivedGif: gif.gifUrl, receivedWildCard: true })
    expect(viewFor(table.battle, ROOM, 1)).toMatchObject({ wildCard: gif.gifUrl, receivedWildCard: false })
    expect(table.passes().settlements()).toHaveLength(1)
  })

  test('ends the prompt when it is the second pick', () => {
    const table = begun().does(choose(2))
    expect(table.battle).toMatchObject({ phase: 'prompt' })
    table.does(play(table))
    expect(table.names(true)).toEqual(['playDrum', 'showGif', 'receiveGif', 'receiveGif'])
    expect(table.settlements()).toMatchObject([{ outcome: 'commit' }])
  })

  test('frees the pick when it cannot be paid for', () => {
    const table = begun()
    const key = keyOf(table)
    table.does(drop(key))
    expect(table.settlements()).toMatchObject([{ key, outcome: 'release' }])
    expect(table.refusal(play(table, 1, key))).toBe('CONFLICT')
    table.does(begin(table, 1, 'two')).does(drop(keyOf(table, 1, 'two')))
    table.does(begin(table, 1, 'one'))
    expect(keyOf(table)).not.toBe(key)
    table.does(play(table)).does(choose(2))
    expect(table.battle).toMatchObject({ phase: 'show' })
    expect(table.settlements().map(({ outcome }) => outcome)).toEqual(['release', 'release', 'commit'])
  })

  test('cannot be dropped once played', () => {
    const table = begun()
    const key = keyOf(table)
    const { battle } = table.does(play(table))
    expect(table.does(drop(key)).battle).toBe(battle)
  })

  test('is replaced by a random option when pending at the deadline', () => {
    const table = begun()
    const key = keyOf(table)
    const turn = turnOf(table)
    table.passes()
    expect(table.battle).toMatchObject({ phase: 'show', hands: [{ pick: 2 }, { pick: 2 }] })
    expect(table.received(2)).toMatchObject({ wildCard: false })
    expect(table.settlements()).toMatchObject([{ key, outcome: 'release' }])
    expect(table.refusal({ kind: 'play-wild-card', accountId: 1, turn, key })).toBe('NOT_PROMPTING')
    table.passes()
    expect(table.refusal({ kind: 'play-wild-card', accountId: 1, turn, key })).toBe('NOT_PROMPTING')
    expect(table.refusal(begin(table, 1, 'one', turn))).toBe('NOT_PROMPTING')
  })

  const played = (): Table => {
    const table = begun()
    return table.does(play(table))
  }
  test.each([
    ['a player finishes', { kind: 'finish', accountId: 2 }],
    ['the opponent leaves', left],
    ['the opponent uses the panic exit', { ...left, safety: true }],
    ['the room closes', { kind: 'close', roomVersion: 5 }],
  ] as const)('is returned, pending or played, when %s before the show', (_, command) => {
    for (const table of [begun(), played()]) {
      expect(table.does(command).settlements()).toMatchObject([{ outcome: 'release' }])
    }
  })

  test('is spent once, however its show ends', () => {
    const shown = played().does(choose(2))
    const ends = [{ kind: 'finish', accountId: 2 }, left, { kind: 'close', roomVersion: 5 }] as const
    for (const command of ends) {
      const table = new Table().takes(shown).does(command)
      expect(table.settlements()).toEqual([])
    }
  })

  test.each([begun, played])('is returned at the cap (%p)', (prompt) => {
    const table = prompt().after(1_800_000).does({ kind: 'deadline' })
    expect(table.battle).toMatchObject({ phase: 'vote' })
    expect(table.settlements()).toMatchObject([{ outcome: 'release' }])
  })

  test('is returned when no engine was there to show it', () => {
    const table = played().isLeftAlone(86_400_000).does({ kind: 'deadline' })
    expect(table.battle).toMatchObject({ phase: 'result' })
    expect(table.settlements()).toMatchObject([{ outcome: 'release' }])
  })

  test('is rejected when late, from a stranger or outside the prompt', () => {
    const table = new Table().begins()
    expect(table.refusal(begin(table, 7))).toBe('NOT_SEATED')
    table.does(begin(table))
    const late = play(table)
    table.after(10_000)
    expect(table.refusal(late)).toBe('NOT_PROMPTING')
    expect(table.refusal(begin(table, 2, 'late'))).toBe('NOT_PROMPTING')
    table.passes()
    expect(table.refusal(begin(table, 1, 'shown'))).toBe('NOT_PROMPTING')
    expect(table.does(left).refusal(begin(table, 1, 'over'))).toBe('NOT_PROMPTING')
  })

  test('can be played without any dealt option, and does not shorten the prompt', () => {
    const table = new Table({ pool: [] })
    Object.assign(table, { battle: new Table().begins().passes().battle, now: START + 10_000 })
    table.passes()
    expect(table.battle).toMatchObject({ phase: 'prompt', hands: [{ options: [] }, { options: [] }] })
    table
      .does(begin(table))
      .does(begin(table, 2, 'two'))
      .does(play(table))
    expect(table.battle).toMatchObject({ phase: 'prompt' })
    table.does(drop(keyOf(table, 2, 'two'))).passes()
    expect(table.received(2)).toMatchObject({ gifUrl: gif.gifUrl, wildCard: true })
  })
})
