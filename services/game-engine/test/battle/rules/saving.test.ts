import { describe, expect, test } from '@jest/globals'
import type { Battle, Clip } from '../../../src/battle/rules/battle.js'
import { choiceToSave, receivedToSave } from '../../../src/battle/rules/view.js'
import { Table } from '../../support/rules.js'

const choose = (accountId: number, index: number) => ({ kind: 'choose-gif', accountId, index }) as const
const left = (accountId: number) =>
  ({ kind: 'leave', seat: { accountId, seatTakenAtMs: accountId * 100 }, roomVersion: 2 }) as const

const optionOf = ({ battle }: Table, position: 0 | 1, index: number): Clip => {
  if (!battle || !('hands' in battle)) throw new Error('nothing is dealt')
  const { gifUrl, thumbnail } = battle.hands[position].options[index - 1] ?? { gifUrl: 'none', thumbnail: '' }
  return { gifUrl, thumbnail }
}

/** A battle in which the two are dealt different GIFs. */
const begun = (): Table => {
  let draws = 0
  return new Table({ random: () => (draws++ % 7) / 7 }).begins()
}

describe('saving an option', () => {
  test('works for the player it was dealt to, from the prompt until the next round', () => {
    const table = begun()
    const own = optionOf(table, 0, 3)
    expect(choiceToSave(table.battle, 1, { index: 3, round: 0 })).toEqual(own)
    expect(choiceToSave(table.battle, 2, { index: 3, round: 0 })).not.toEqual(own)
    table.does(choose(1, 1)).does(choose(2, 1))
    expect(choiceToSave(table.battle, 1, { index: 3, round: 0 })).toEqual(own)
    table.passes()
    expect(choiceToSave(table.battle, 1, { index: 3, round: 0 })).toEqual(optionOf(table, 0, 3))
    expect(choiceToSave(table.battle, 1, { index: 3, round: 0 })).not.toEqual(own)
  })

  test('is rejected for strangers, out of range, or outside a round', () => {
    const table = new Table().begins()
    expect(choiceToSave(table.battle, 7, { index: 1, round: 0 })).toEqual({ refused: 'NOT_SEATED' })
    for (const index of [-1, 0, 5])
      expect(choiceToSave(table.battle, 1, { index, round: 0 })).toEqual({ refused: 'NO_SUCH_OPTION' })
    table.does({ kind: 'finish', accountId: 1 })
    expect(choiceToSave(table.battle, 1, { index: 1, round: 0 })).toEqual({ refused: 'NOT_PLAYING' })
    expect(choiceToSave(undefined, 1, { index: 1, round: 0 })).toEqual({ refused: 'NOT_PLAYING' })
  })
})

test('rejects an option of an earlier round', () => {
  const table = begun()
  const first = { index: 3, round: 1 }
  const own = optionOf(table, 0, 3)
  expect(choiceToSave(table.battle, 1, first)).toEqual(own)
  expect(choiceToSave(table.battle, 1, { index: 3, round: 2 })).toEqual({ refused: 'NO_SUCH_OPTION' })
  table.passes()
  expect(choiceToSave(table.battle, 1, first)).toEqual(own)
  table.passes()
  expect(table.battle).toMatchObject({ phase: 'prompt', match: { round: 2 } })
  expect(choiceToSave(table.battle, 1, first)).toEqual({ refused: 'NO_SUCH_OPTION' })
  expect(choiceToSave(table.battle, 1, { index: 3, round: 2 })).toEqual(optionOf(table, 0, 3))
})

describe('saving a received GIF', () => {
  const shown = () => {
    const table = begun()
    const gif = optionOf(table, 1, 2)
    return { table: table.does(choose(2, 2)).does(choose(1, 1)), gif }
  }

  test('works until another GIF is shown or the battle is over', () => {
    const { table, gif } = shown()
    expect(receivedToSave(table.battle, 1, gif.gifUrl)).toEqual(gif)
    expect(receivedToSave(table.battle, 2, gif.gifUrl)).toEqual({ refused: 'NOT_RECEIVED' })
    table.passes()
    expect(table.battle).toMatchObject({ phase: 'prompt' })
    expect(receivedToSave(table.battle, 1, gif.gifUrl)).toEqual(gif)
    table.does({ kind: 'finish', accountId: 1 })
    expect(receivedToSave(table.battle, 1, gif.gifUrl)).toEqual(gif)
    table.passes()
    expect(table.battle).toMatchObject({ phase: 'result' })
    expect(receivedToSave(table.battle, 1, gif.gifUrl)).toEqual(gif)
    table.passes()
    expect(receivedToSave(table.battle, 1, gif.gifUrl)).toEqual({ refused: 'NOT_RECEIVED' })
  })

  test('rejects the GIF of an earlier round once there is another', () => {
    const { table, gif } = shown()
    table.passes().passes()
    expect(table.battle).toMatchObject({ phase: 'show', match: { round: 2 } })
    expect(receivedToSave(table.battle, 1, gif.gifUrl)).toEqual({ refused: 'NOT_RECEIVED' })
  })

  test('is rejected before the first show, for strangers, and after leaving', () => {
    const { table, gif } = shown()
    expect(receivedToSave(new Table().begins().battle, 1, '')).toEqual({ refused: 'NOT_RECEIVED' })
    expect(receivedToSave(table.battle, 7, gif.gifUrl)).toEqual({ refused: 'NOT_SEATED' })
    table.does(left(1))
    expect(receivedToSave(table.battle, 1, gif.gifUrl)).toEqual({ refused: 'NOT_SEATED' })
  })

  test('falls back to the hands in records without received GIFs', () => {
    const { table, gif } = shown()
    if (table.battle?.phase !== 'show') throw new Error('there is no show')
    const { received: _, ...match } = table.battle.match
    const old: Battle = { ...table.battle, match }
    expect(receivedToSave(old, 1, gif.gifUrl)).toEqual(gif)
    expect(receivedToSave(old, 1, 'https://gifs/none')).toEqual({ refused: 'NOT_RECEIVED' })
  })
})
