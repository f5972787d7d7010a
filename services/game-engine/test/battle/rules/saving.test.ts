import { describe, expect, test } from '@jest/globals'
import { type Battle, type Clip, isPlayed } from '../../../src/battle/rules/battle.js'
import { choiceToSave, receivedToSave, viewFor } from '../../../src/battle/rules/view.js'
import { gifs, ROOM, Table } from '../../support/rules.js'

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

const pool = gifs(30)
const toSave = (battle: Battle | undefined, accountId: number, gifUrl: string) =>
  receivedToSave(battle, accountId, gifUrl, pool)

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

test('rejects an option of an earlier battle', () => {
  const table = begun()
  const choice = { index: 3, round: 1 }
  if (!table.battle || !isPlayed(table.battle)) throw new Error('nothing is played')
  const { battleId } = table.battle.match
  expect(choiceToSave(table.battle, 1, { ...choice, battleId })).toEqual(optionOf(table, 0, 3))
  expect(choiceToSave(table.battle, 1, { ...choice, battleId: 'an earlier one' })).toEqual({
    refused: 'NO_SUCH_OPTION',
  })
})

describe('saving a received GIF', () => {
  const shown = () => {
    const table = begun()
    const gif = optionOf(table, 1, 2)
    return { table: table.does(choose(2, 2)).does(choose(1, 1)), gif }
  }

  test('works until the next battle begins', () => {
    const { table, gif } = shown()
    expect(toSave(table.battle, 1, gif.gifUrl)).toEqual(gif)
    expect(toSave(table.battle, 2, gif.gifUrl)).toEqual({ refused: 'NOT_RECEIVED' })
    table.passes()
    expect(table.battle).toMatchObject({ phase: 'prompt' })
    expect(toSave(table.battle, 1, gif.gifUrl)).toEqual(gif)
    table.does({ kind: 'finish', accountId: 1 })
    expect(toSave(table.battle, 1, gif.gifUrl)).toEqual(gif)
    table.passes()
    expect(table.battle).toMatchObject({ phase: 'result' })
    expect(toSave(table.battle, 1, gif.gifUrl)).toEqual(gif)
    table.passes()
    expect(table.battle).toMatchObject({ phase: 'waiting' })
    expect(toSave(table.battle, 1, gif.gifUrl)).toEqual(gif)
    for (const [battle, accountId] of [
      [table.battle, 7],
      [table.begins().battle, 1],
    ] as const)
      expect(toSave(battle, accountId, gif.gifUrl)).toEqual({ refused: 'NOT_RECEIVED' })
  })

  test('works for the GIFs of all rounds, until they leave the rotation', () => {
    const { table, gif } = shown()
    table.passes()
    const second = optionOf(table, 1, 3)
    table.does(choose(2, 3)).passes()
    expect(table.battle).toMatchObject({ phase: 'show', match: { round: 2 } })
    expect(viewFor(table.battle, ROOM, 1, pool).receivedGifs).toEqual([gif, second])
    expect(viewFor(table.battle, ROOM, 9, pool).receivedGifs).toEqual([])
    for (const each of [gif, second]) {
      expect(toSave(table.battle, 1, each.gifUrl)).toEqual(each)
      expect(toSave(table.battle, 2, each.gifUrl)).toEqual({ refused: 'NOT_RECEIVED' })
    }
    const removed = pool.filter(({ gifUrl }) => gifUrl !== gif.gifUrl)
    expect(viewFor(table.battle, ROOM, 1, removed).receivedGifs).toEqual([second])
    expect(receivedToSave(table.battle, 1, gif.gifUrl, removed)).toEqual({ refused: 'NOT_RECEIVED' })
  })

  test('lists a GIF that came twice once, and none of the round before it is shown', () => {
    const table = new Table({ pool: gifs(4), random: () => 0 }).begins()
    for (const _ of [1, 2, 3]) table.passes().passes()
    const { received } = isPlayed(table.battle!) ? table.battle.match : {}
    expect(table.battle).toMatchObject({ phase: 'prompt', match: { round: 4 } })
    const listed = viewFor(table.battle, ROOM, 1, pool).receivedGifs.map(({ gifUrl }) => gifUrl)
    expect(new Set(listed).size).toBe(listed.length)
    expect(listed).toContain(received?.[0]?.gifUrl)
    table.does(choose(2, 1)).does({ kind: 'finish', accountId: 1 })
    expect(viewFor(table.battle, ROOM, 1, pool).receivedGifs.map(({ gifUrl }) => gifUrl)).toEqual(listed)
  })

  test('is forgotten for a player who leaves, and kept for the other', () => {
    const { table, gif } = shown()
    const other = optionOf(table, 0, 1)
    const saved = () => [toSave(table.battle, 1, gif.gifUrl), toSave(table.battle, 2, other.gifUrl)]
    const after = [{ refused: 'NOT_RECEIVED' }, other]
    table.does({ kind: 'finish', accountId: 1 }).passes()
    const inResult = new Table().takes(table).does(left(1)).passes()
    expect(inResult.battle).toMatchObject({ phase: 'waiting' })
    table.passes().does(left(1))
    expect(saved()).toEqual(after)
    table.takes(inResult)
    expect(saved()).toEqual(after)
  })

  test('is rejected before the first show, for strangers, and after leaving', () => {
    const { table, gif } = shown()
    expect(toSave(new Table().begins().battle, 1, '')).toEqual({ refused: 'NOT_RECEIVED' })
    expect(toSave(table.battle, 7, gif.gifUrl)).toEqual({ refused: 'NOT_SEATED' })
    table.does(left(1))
    expect(toSave(table.battle, 1, gif.gifUrl)).toEqual({ refused: 'NOT_SEATED' })
  })

  test('falls back to the hands in records without received GIFs', () => {
    const { table, gif } = shown()
    if (table.battle?.phase !== 'show') throw new Error('there is no show')
    const { received: _, ...match } = table.battle.match
    const old: Battle = { ...table.battle, match }
    expect(toSave(old, 1, gif.gifUrl)).toEqual(gif)
    expect(toSave(old, 1, 'https://gifs/none')).toEqual({ refused: 'NOT_RECEIVED' })
  })
})
