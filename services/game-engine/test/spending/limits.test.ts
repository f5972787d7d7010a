import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type KlaError, newId } from '@kla/chassis'
import { Phase } from '@kla/proto'
import { createEngines, type Engines, patientTimings, type Pod, pool } from '../support/engine.js'
import type { LimitsCard } from '../support/fake-library.js'

describe('limits cards', () => {
  let engines: Engines
  let one: Pod
  let other: Pod

  beforeAll(async () => {
    engines = await createEngines({ timings: patientTimings })
    const acts = [['feet'], ['kissing'], ['nude'], null]
    engines.library.gifs = pool(40).map((gif, at) => ({ ...gif, acts: acts[at % 4] ?? null }))
    one = await engines.pod({ random: () => 0.4 })
    other = await engines.pod({ random: () => 0.4 })
  })
  afterAll(() => engines.close())

  let people = 5_000
  const open = (mine: LimitsCard = {}, theirs: LimitsCard = {}) => {
    const [player, opponent] = [engines.player(++people), engines.player(++people)]
    engines.library.limit(player.id, mine)
    engines.library.limit(opponent.id, theirs)
    for (const { id } of [player, opponent]) {
      engines.library.put(id, { gifUrl: 'https://own/kissing', thumbnail: 'k' }, ['kissing'])
      engines.library.put(id, { gifUrl: 'https://own/nude', thumbnail: 'n' }, ['nude'])
      engines.library.put(id, { gifUrl: 'https://own/anything', thumbnail: 'a' }, null)
      engines.commerce.give(id, 2)
    }
    return { player, opponent, roomId: engines.rooms.open([player.id, opponent.id]) }
  }
  const begin = async (mine: LimitsCard = {}, theirs: LimitsCard = {}) => {
    const room = open(mine, theirs)
    await room.player.ready(one, room.roomId)
    await room.opponent.ready(other, room.roomId)
    return room
  }
  const listed = async ({ player, roomId }: Pick<ReturnType<typeof open>, 'player' | 'roomId'>, pod = one) =>
    (await player.wildCards(pod, roomId)).gifs.map(({ gifUrl }) => gifUrl.slice('https://own/'.length))

  test('of both players determine what both are dealt, in every round', async () => {
    const { player, opponent, roomId } = await begin({ kissing: 'no' }, { nude: 'no' })
    for (const round of [1, 2]) {
      for (const { view } of [player, opponent]) {
        const { options } = await view(one, roomId)
        expect(options.map(({ gifUrl }) => Number(gifUrl.split('/').at(-1)) % 4)).toEqual([1, 1, 1, 1])
      }
      await player.pick(one, roomId, 1, round)
      await opponent.pick(other, roomId, 1, round)
      await engines.endPhase(roomId)
      await engines.watch.until(roomId, 'promptGif', round + 1)
    }
  })

  test('show both players the same, whichever of them has set limits', async () => {
    const seen = await Promise.all(
      [
        [{ kissing: 'no', nude: 'soft' }, {}],
        [{}, { nude: 'soft', kissing: 'no' }],
      ].map(async ([mine, theirs]) => {
        const { player, opponent, roomId } = await begin(mine as LimitsCard, theirs as LimitsCard)
        const refused = await player
          .playWildCard(one, roomId, 'https://own/kissing')
          .catch((error: Error) => error.message)
        const views = await Promise.all([player, opponent].map(({ view }) => view(one, roomId)))
        return { refused, lists: await listed({ player, roomId }), options: views.map(({ options }) => options) }
      }),
    )
    expect(seen[1]).toEqual(seen[0])
  })

  test('that are unavailable let no battle begin, until the command is repeated', async () => {
    const { player, opponent, roomId } = open({ kissing: 'no' })
    const command = { commandId: newId(), roomId }
    engines.library.down = true
    await player.ready(one, roomId)
    await expect(other.client.readyUp(command, await opponent.who())).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
    expect(await opponent.view(other, roomId)).toMatchObject({ phase: Phase.WAITING, ready: [player.id] })
    engines.library.down = false
    await other.client.readyUp(command, await opponent.who())
    expect(await opponent.view(other, roomId)).toMatchObject({ phase: Phase.PROMPT })
    expect(engines.library.united.at(-1)).toEqual([player.id, opponent.id])
  })

  test('are requested only once the opponent is ready', async () => {
    const { player, opponent, roomId } = open()
    const asked = engines.library.united.length
    await one.client.readyUp({ commandId: newId(), roomId }, await player.who())
    expect(engines.library.united).toHaveLength(asked)
    await other.client.readyUp({ commandId: newId(), roomId }, await opponent.who())
    expect(engines.library.united).toHaveLength(asked + 1)
  })

  test('are not requested by a stranger', async () => {
    const { roomId } = open()
    const asked = engines.library.united.length
    await expect(engines.player(999_999).ready(one, roomId)).rejects.toMatchObject({ reason: 'NOT_SEATED' })
    expect(engines.library.united).toHaveLength(asked)
  })

  test.each([
    [{ kissing: 'no' }, {}],
    [{}, { kissing: 'no' }],
  ] as [LimitsCard, LimitsCard][])(
    'refuse a Wild Card outside of them, permanently and before anything is held (%j, %j)',
    async (mine, theirs) => {
      const { player, roomId } = await begin(mine, theirs)
      const commandId = newId()
      for (const pod of [one, other, one]) {
        const played = player.playWildCard(pod, roomId, 'https://own/kissing', commandId)
        await expect(played).rejects.toMatchObject({ reason: 'NOT_FOR_THIS_BATTLE' })
      }
      const unlabelled = player.playWildCard(one, roomId, 'https://own/anything')
      await expect(unlabelled).rejects.toMatchObject({ reason: 'NOT_FOR_THIS_BATTLE' })
      expect(engines.commerce.keys(player.id)).toEqual([])
      expect(engines.commerce.available(player.id)).toBe(2)
      expect(await player.view(one, roomId)).toMatchObject({ picked: 0, wildCard: '' })
      expect(await player.playWildCard(one, roomId, 'https://own/nude')).toEqual({ remainingWildCards: 1 })
    },
  )

  test('let a player play GIFs that either would rather not see', async () => {
    const { player, roomId } = await begin({}, { kissing: 'soft' })
    expect(await player.playWildCard(one, roomId, 'https://own/kissing')).toEqual({ remainingWildCards: 1 })
  })

  test('cannot be distinguished from decoys during the whole battle', async () => {
    const seen = []
    for (const [card, decoys] of [
      [{ kissing: 'no' }, []],
      [{}, ['kissing', 'unlabelled']],
    ] as const) {
      engines.library.decoys = decoys
      const { player, opponent, roomId } = await begin({}, card)
      // Midnight.
      engines.library.decoys = ['nude']
      const tries = [
        { by: player, name: 'kissing' },
        { by: player, name: 'anything' },
        { by: opponent, name: 'kissing' },
      ]
      const refusals = await Promise.all(
        tries.map(({ by, name }) =>
          by.playWildCard(one, roomId, `https://own/${name}`).then(
            () => 'played',
            ({ code, reason, message }: KlaError) => ({ code, reason, message }),
          ),
        ),
      )
      const views = await Promise.all([player, opponent].map(({ view }) => view(one, roomId)))
      const lists = await Promise.all([listed({ player, roomId }), listed({ player: opponent, roomId }, other)])
      seen.push({
        refusals,
        lists,
        options: views.map(({ options }) => options),
        held: engines.commerce.keys(player.id),
      })
    }
    engines.library.decoys = []
    expect(seen[1]).toEqual(seen[0])
    expect(seen[0]).toMatchObject({
      lists: [['nude'], ['nude']],
      refusals: Array(3).fill({ reason: 'NOT_FOR_THIS_BATTLE' }),
    })
  })

  test('changed during a battle apply from the next one', async () => {
    const { player, opponent, roomId } = await begin()
    engines.library.limit(opponent.id, { nude: 'no' })
    expect(await listed({ player, roomId })).toEqual(['anything', 'nude', 'kissing'])
    expect(await player.playWildCard(one, roomId, 'https://own/nude')).toEqual({ remainingWildCards: 1 })
  })

  describe('restrict the list of Wild Cards', () => {
    test('to what both allow in a battle, the newest first', async () => {
      const { player, opponent, roomId } = await begin({ feet: 'no' }, { kissing: 'no' })
      expect((await player.wildCards(other, roomId)).gifs).toEqual([
        { id: 2, gifUrl: 'https://own/nude', thumbnail: 'n' },
      ])
      expect(await listed({ player: opponent, roomId })).toEqual(['nude'])
    })

    test('to what the caller allows without a battle, regardless of the other player', async () => {
      const room = open({ nude: 'no' }, { kissing: 'no' })
      expect(await listed(room)).toEqual(['kissing'])
      const guest = engines.player(++people)
      await room.player.ready(one, room.roomId)
      await room.opponent.ready(one, room.roomId)
      await engines.rooms.leave(room.roomId, room.opponent.id)
      await engines.watch.until(room.roomId, 'noUnanimousWinner')
      await engines.rooms.sit(room.roomId, guest.id, 5)
      engines.library.put(guest.id, { gifUrl: 'https://own/kissing', thumbnail: 'k' }, ['kissing'])
      expect(await listed({ player: guest, roomId: room.roomId })).toEqual(['kissing'])
    })

    test('for players only', async () => {
      const { roomId } = await begin()
      await expect(listed({ player: engines.player(999_998), roomId })).rejects.toMatchObject({ reason: 'NOT_SEATED' })
      await expect(listed({ player: engines.player(999_998), roomId: newId() })).rejects.toMatchObject({
        reason: 'ROOM_NOT_FOUND',
      })
    })

    test('not at all while the library is down', async () => {
      const room = open()
      engines.library.down = true
      await expect(listed(room)).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
      engines.library.down = false
    })
  })
})
