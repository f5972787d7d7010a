import { describe, expect, test } from '@jest/globals'
import { EndReason, Phase } from '@kla/proto'
import { viewFor, watchedView } from '../../../src/battle/rules/view.js'
import { ROOM, Table } from '../../support/rules.js'

const choose = (accountId: number, index: number) => ({ kind: 'choose-gif', accountId, index }) as const
const seenOf = (table: Table) => watchedView(table.battle, ROOM)

describe('watchedView', () => {
  test('hides options and picks from spectators', () => {
    const table = new Table().begins().does(choose(1, 2))
    const { battle, shown } = seenOf(table)
    expect(battle).toMatchObject({ round: 1, players: [1, 2], options: [], picked: 0, wildCard: '', receivedGif: '' })
    expect(battle?.deadlineMs).toBeGreaterThan(0)
    expect(shown).toEqual([])
  })

  test('shows spectators what each player is shown', () => {
    const table = new Table().begins().does(choose(1, 2)).does(choose(2, 3))
    const told = table.effects.flatMap((effect) => (effect.kind === 'update' ? effect.update.events : []))
    const received = [1, 2].map((accountId) => {
      const event = told.find(({ recipient, event }) => recipient === accountId && event?.$case === 'receiveGif')?.event
      return event?.$case === 'receiveGif' ? { accountId, gifUrl: event.value.gifUrl, wildCard: false } : undefined
    })
    expect(received[0]?.gifUrl).not.toBe(received[1]?.gifUrl)
    expect(seenOf(table).shown).toEqual(received)
    expect(seenOf(table.passes()).shown).toEqual([])
  })

  test('names players and outcome, which a newcomer to the result or the room after it does not see', () => {
    const table = new Table().begins().does({ kind: 'finish', accountId: 1 })
    for (const accountId of [1, 2]) table.does({ kind: 'declare-winner', accountId, winnerId: 1 })
    const outcome = { endReason: EndReason.FINISHED, finishedBy: 1, winnerId: 1, voted: [1, 2], players: [1, 2] }
    const nothing = {
      endReason: EndReason.UNSPECIFIED,
      finishedBy: 0,
      winnerId: 0,
      voted: [],
      players: [],
      aliases: [],
    }
    for (const view of [seenOf(table).battle, viewFor(table.battle, ROOM, 2)]) expect(view).toMatchObject(outcome)
    const shown = viewFor(table.battle, ROOM, 3)
    expect(shown).toMatchObject({ ...nothing, phase: Phase.RESULT, deadlineMs: table.now + 45_000 })
    table.passes()
    expect(viewFor(table.battle, ROOM, 3)).toMatchObject({ ...nothing, phase: Phase.WAITING })
    expect(viewFor(table.battle, ROOM, 2)).toMatchObject({ players: [1, 2] })
  })

  test('is waiting in a room without a battle', () => {
    expect(watchedView(undefined, ROOM)).toMatchObject({
      battle: { roomId: ROOM, updateSeq: 0, players: [] },
      shown: [],
    })
  })
})
