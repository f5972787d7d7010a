import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from '@jest/globals'
import { type LabelledActs, limitOn, type LimitsOfPair, type UnitedLimits, UNLABELLED } from '@kla/proto/web'
import fc from 'fast-check'
import { isPlayed, type RotationGif, type SavedClip } from '../../../src/battle/rules/battle.js'
import { poolsWithin, withDecoys } from '../../../src/battle/rules/limits.js'
import { type Decision, reduce } from '../../../src/battle/rules/reduce.js'
import { deal } from '../../../src/battle/rules/rounds.js'
import type { Command } from '../../../src/battle/rules/step.js'
import { pendingWildCard } from '../../../src/battle/rules/wild-card.js'
import { unite } from '../../support/fake-library.js'
import { contextAt, gifs, NO_PAIR_LIMITS, ROOM, snapshot, Table } from '../../support/rules.js'

const KISSING_IS_OUT: LimitsOfPair = { no: ['kissing'], soft: ['nude'], decoys: [] }
const PLAYED_WITHOUT_KISSING: UnitedLimits = { no: ['kissing'], soft: ['nude'], unlabelled: false }
const NO_LIMITS: UnitedLimits = { no: [], soft: [], unlabelled: true }
const ready = (accountId: number, limits: LimitsOfPair | undefined) =>
  ({ kind: 'ready-up', accountId, room: snapshot(), limits }) as const
const idsOf = (dealt: { readonly options: readonly { readonly id: number }[] }) => dealt.options.map(({ id }) => id)

describe('readying up within limits', () => {
  test('is rejected when nothing may be dealt, like in an empty category', () => {
    const pool = gifs(30, () => ['kissing', 'feet'])
    expect(new Table({ pool }).does(ready(1, KISSING_IS_OUT)).refusal(ready(2, KISSING_IS_OUT))).toBe('NO_GIFS')
    expect(new Table({ pool: gifs(30) }).does(ready(1, KISSING_IS_OUT)).refusal(ready(2, KISSING_IS_OUT))).toBe(
      'NO_GIFS',
    )
  })

  test('starts with GIFs that a player would rather not see if there are no others', () => {
    const table = new Table({ pool: gifs(30, () => ['nude']) }).begins({}, KISSING_IS_OUT)
    expect(table.battle).toMatchObject({ phase: 'prompt', match: { limits: PLAYED_WITHOUT_KISSING } })
  })

  test('needs no limits while the opponent is not ready, and asks again when that has changed', () => {
    const table = new Table()
    expect(table.does(ready(1, undefined)).battle).toMatchObject({ phase: 'waiting', ready: [{ accountId: 1 }] })
    expect(table.refusal(ready(2, undefined))).toBe('CONFLICT')
  })

  test('keeps the limits of the second ready-up for the whole battle', () => {
    const table = new Table({ pool: gifs(30, () => []) }).does(ready(1, NO_PAIR_LIMITS)).does(ready(2, KISSING_IS_OUT))
    expect(table.passes().passes().battle).toMatchObject({
      phase: 'prompt',
      match: { round: 2, limits: PLAYED_WITHOUT_KISSING },
    })
  })
})

describe('dealing within limits', () => {
  test('repeats GIFs that both welcome before those that a player would rather not see', () => {
    const pool = gifs(10, (at) => [at < 3 ? 'feet' : at < 6 ? 'nude' : 'kissing'])
    const pools = poolsWithin(pool, KISSING_IS_OUT)
    const first = deal(pools, [], 4, () => 0)
    expect(idsOf(first)).toEqual([1, 2, 3, 4])
    expect(idsOf(deal(pools, first.seen, 4, () => 0))).toEqual([1, 2, 3, 5])
    expect(idsOf(deal(pools, first.seen, 3, () => 0))).toEqual([1, 2, 3])
  })

  test('deals no unlabelled GIFs if a player has a hard limit', () => {
    expect(poolsWithin(gifs(5), KISSING_IS_OUT).flat()).toEqual([])
    expect(poolsWithin(gifs(5), { no: [], soft: ['feet'] })).toEqual([[], gifs(5)])
    expect(poolsWithin(gifs(5), NO_LIMITS)).toEqual([gifs(5), []])
    expect(poolsWithin(gifs(5), { ...NO_LIMITS, unlabelled: false }).flat()).toEqual([])
  })

  test('stores no acts with a hand', () => {
    const table = new Table({ pool: gifs(30, () => ['feet']) }).begins({}, KISSING_IS_OUT)
    expect(JSON.stringify(table.battle)).not.toContain('feet')
  })
})

describe('decoys', () => {
  const FOUR = ['feet', 'food', 'nude', 'oral'] as const
  const labelled = gifs(40, (at) => [FOUR[at % 4] ?? 'feet'])
  const drawnOut = (limits: Partial<LimitsOfPair>, pool: readonly RotationGif[] = labelled) =>
    withDecoys({ no: [], soft: [], decoys: [], ...limits }, pool, 4)

  test('work like a hard limit in the battle', () => {
    expect(drawnOut({ no: ['oral'], soft: ['nude', 'feet'], decoys: ['food', 'feet'] })).toEqual(
      drawnOut({ no: ['feet', 'food', 'oral'], soft: ['nude'], decoys: ['oral'] }),
    )
  })

  test('change nothing when a card starts or stops limiting them', () => {
    const decoys = ['feet', UNLABELLED]
    const mixed = gifs(40, (at) => (at % 5 === 4 ? null : [FOUR[at % 4] ?? 'feet']))
    expect(drawnOut({ no: ['feet'], decoys }, mixed)).toEqual(drawnOut({ decoys }, mixed))
  })

  test('leave a third of the rotation, and enough for two hands, to the cards: the first ones are kept', () => {
    expect(drawnOut({ decoys: ['feet', 'food', 'nude', 'oral', 'rough'] }).no).toEqual(['feet', 'food', 'rough'])
    const few = gifs(8, (at) => [FOUR[at % 4] ?? 'feet'])
    expect(drawnOut({ decoys: ['feet', 'food', 'rough'] }, few).no).toEqual(['rough'])
    const same = gifs(40, (at) => (at < 28 ? ['feet', 'food'] : ['food']))
    expect(drawnOut({ decoys: ['food', 'feet', 'nude'] }, same).no).toEqual(['nude'])
  })

  test('do not depend on cards, so that a player who limits nearly everything learns nothing more', () => {
    const decoys = ['feet']
    for (const no of [[], ['food'], ['food', 'nude', 'oral']]) expect(drawnOut({ no, decoys }).no).toContain('feet')
    const all = { no: ['food', 'nude', 'oral'], soft: [] }
    const table = new Table({ pool: labelled })
    expect(table.does(ready(1, { ...all, decoys })).refusal(ready(2, { ...all, decoys }))).toBe('NO_GIFS')
    const limited = { ...all, no: [...all.no, 'feet'], decoys: [] }
    expect(table.refusal(ready(2, limited))).toBe('NO_GIFS')
  })

  test('may be the unlabelled GIFs, unless there is little else', () => {
    const mixed = gifs(40, (at) => (at % 4 === 0 ? null : ['feet']))
    expect(drawnOut({ decoys: [UNLABELLED] }, mixed)).toEqual({ no: [], soft: [], unlabelled: false })
    expect(drawnOut({ decoys: [] }, mixed)).toEqual({ no: [], soft: [], unlabelled: true })
    expect(drawnOut({ decoys: [UNLABELLED] }, gifs(40))).toEqual({ no: [], soft: [], unlabelled: true })
    expect(drawnOut({ no: ['nude'], decoys: [] }, gifs(40)).unlabelled).toBe(false)
  })
})

describe('a Wild Card within limits', () => {
  const play = (table: Table, acts: LabelledActs, commandId = 'one') => {
    const { battle } = table
    if (!battle || !isPlayed(battle)) throw new Error('no battle is on')
    const { battleId, round } = battle.match
    const gif: SavedClip = { gifUrl: 'https://own/1', thumbnail: 'own/1', acts }
    return { kind: 'begin-wild-card', accountId: 1, commandId, turn: { battleId, round }, gif } as const
  }
  const begun = () => new Table({ pool: gifs(30, () => []) }).begins({}, KISSING_IS_OUT)

  test.each([
    ['a hard no', ['feet', 'kissing']],
    ['an unlabelled GIF', null],
  ])('is rejected for %s, and nothing is held', (_, acts) => {
    const table = begun()
    expect(table.refusal(play(table, acts))).toBe('NOT_FOR_THIS_BATTLE')
    expect(table.does({ kind: 'choose-gif', accountId: 1, index: 1 }).settlements()).toEqual([])
  })

  test.each([
    ['welcome', []],
    ['rather not wanted', ['nude']],
  ])('begins for what is %s', (_, acts) => {
    const table = begun()
    expect(table.does(play(table, acts)).battle).toMatchObject({ hands: [{ wildCard: { played: false } }, {}] })
  })

  test('may show anything without limits', () => {
    const table = new Table().begins()
    expect(table.does(play(table, null)).battle).toMatchObject({ hands: [{ wildCard: { played: false } }, {}] })
  })
})

const acts = ['kissing', 'nude', 'feet', 'groups'] as const
const limit = fc.constantFrom('no' as const, 'soft' as const, 'yes' as const)
const card = fc.record({ kissing: limit, nude: limit, feet: limit, groups: limit }, { requiredKeys: [] })
const cards = fc.tuple(card, card)
const told: fc.Arbitrary<LabelledActs> = fc.option(fc.subarray([...acts]), { freq: 5 })
const pool = fc.array(told, { minLength: 1, maxLength: 16 }).map((all) => gifs(all.length, (at) => all[at] ?? null))
const saved = fc.array(told, { minLength: 1, maxLength: 4 })
const accountId = fc.constantFrom(1, 2)
const deed = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('choose' as const), accountId, index: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('wild-card' as const), accountId, index: fc.integer({ min: 0, max: 3 }) }),
  },
  { weight: 3, arbitrary: fc.constant({ does: 'deadline' as const }) },
)
type Deed = typeof deed extends fc.Arbitrary<infer Made> ? Made : never

/** Plays a story within what two cards allow; answers every decision in it. */
function tell(limits: LimitsOfPair, gifPool: RotationGif[], own: readonly LabelledActs[], deeds: readonly Deed[]) {
  let now = 1_000_000
  let state = 7
  let ids = 0
  let battle: Parameters<typeof reduce>[0]
  const decisions: Decision[] = []
  const does = (command: Command): void => {
    const random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
    const decision = reduce(battle, command, contextAt(now, { pool: gifPool, random, newId: () => `id-${++ids}` }))
    decisions.push(decision)
    if (!('refused' in decision)) battle = decision.battle
  }
  for (const accountId of [1, 2]) does({ roomId: ROOM, ...ready(accountId, limits) })
  for (const made of deeds) {
    if (!battle || !isPlayed(battle)) break
    const by = { roomId: ROOM, accountId: 'accountId' in made ? made.accountId : 0 }
    if (made.does === 'choose') does({ kind: 'choose-gif', ...by, index: made.index })
    if (made.does === 'deadline') {
      now = Math.max(now, battle.deadlineMs)
      does({ kind: 'deadline', roomId: ROOM })
    }
    if (made.does !== 'wild-card') continue
    const at = made.index % own.length
    const gif: SavedClip = { gifUrl: `https://own/${at}`, thumbnail: '', acts: own[at] ?? null }
    const { battleId, round } = battle.match
    const asked = { ...by, commandId: `${decisions.length}`, turn: { battleId, round } }
    does({ kind: 'begin-wild-card', ...asked, gif })
    const pending = pendingWildCard(battle, asked, now)
    if (!('refused' in pending)) does({ kind: 'play-wild-card', ...asked, key: pending.key })
  }
  return { decisions, battle }
}

/** The addresses of all that was dealt or shown. */
const seenIn = (decisions: readonly Decision[]): string[] =>
  decisions
    .flatMap((decision) => ('refused' in decision ? [] : decision.effects))
    .flatMap((effect) => (effect.kind === 'update' ? effect.update.events : []))
    .flatMap(({ event }) => {
      if (event?.$case === 'gifOptions') return event.value.options.map(({ gifUrl }) => gifUrl)
      return event?.$case === 'receiveGif' ? [event.value.gifUrl] : []
    })

describe('for any two cards', () => {
  const decoys = fc.shuffledSubarray([...acts, UNLABELLED], { maxLength: 2 })
  const story = fc.array(deed, { minLength: 4, maxLength: 40, size: 'max' })
  const counts = { seen: 0, played: 0, refused: 0 }

  test('no dealt or played GIF carries a hard limit of either player', () => {
    fc.assert(
      fc.property(cards, decoys, pool, saved, story, (both, drawn, gifPool, own, deeds) => {
        const limits = { ...unite(both), decoys: drawn }
        const { decisions } = tell(limits, gifPool, own, deeds)
        const known = new Map<string, LabelledActs>(gifPool.map((gif) => [gif.gifUrl, gif.acts]))
        own.forEach((shows, at) => known.set(`https://own/${at}`, shows))
        // An assertion for each GIF would take most of the time.
        const wrong: object[] = []
        for (const gifUrl of seenIn(decisions)) {
          counts.seen += 1
          if (gifUrl.startsWith('https://own/')) counts.played += 1
          const shows = known.get(gifUrl) ?? null
          for (const one of both) {
            const refused = acts.filter((act) => one[act] === 'no')
            if (refused.length > 0 && shows === null) wrong.push({ gifUrl, refused })
            if (shows?.some((act) => refused.some((no) => no === act))) wrong.push({ gifUrl, shows, refused })
          }
          if (limitOn(shows, limits) === 'no') wrong.push({ gifUrl, shows, limits })
        }
        if (wrong.length > 0) expect(wrong).toEqual([])
        counts.refused += decisions.filter((one) => 'refused' in one && one.refused === 'NOT_FOR_THIS_BATTLE').length
      }),
      { numRuns: 500 },
    )
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(100)
  })

  test('every answer, count and effect is the same whichever player has set them', () => {
    fc.assert(
      fc.property(cards, decoys, pool, saved, story, ([one, other], drawn, gifPool, own, deeds) => {
        const told = [
          [other, one],
          [one, other],
        ].map((both) => tell({ ...unite(both), decoys: drawn }, gifPool, own, deeds))
        if (!isDeepStrictEqual(told[1], told[0])) expect(told[1]).toEqual(told[0])
      }),
      { numRuns: 200 },
    )
  })

  test('every answer, count and effect is the same for a decoy as for a hard limit', () => {
    const large = fc
      .array(told, { minLength: 48, maxLength: 64 })
      .map((all) => gifs(all.length, (at) => all[at] ?? null))
    let refused = 0
    fc.assert(
      fc.property(cards, fc.constantFrom(...acts), large, saved, story, (both, act, gifPool, own, deeds) => {
        const { no, soft } = unite(both)
        const drawnOut = tell({ no, soft, decoys: [act, UNLABELLED] }, gifPool, own, deeds)
        fc.pre(drawnOut.battle?.phase !== 'waiting')
        const limited = { no: [...new Set([...no, act])].sort(), soft: soft.filter((each) => each !== act), decoys: [] }
        // Drawn acts that the rotation cannot do without are passed over.
        const match = drawnOut.battle && isPlayed(drawnOut.battle) ? drawnOut.battle.match.limits : undefined
        fc.pre(match?.no.includes(act) === true && match.unlabelled === false)
        refused += drawnOut.decisions.filter((one) => 'refused' in one && one.refused === 'NOT_FOR_THIS_BATTLE').length
        const never = tell(limited, gifPool, own, deeds)
        if (!isDeepStrictEqual(drawnOut, never)) expect(drawnOut).toEqual(never)
      }),
      { numRuns: 200 },
    )
    expect(refused).toBeGreaterThan(100)
  })
})
