import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { type Battle, isPlayed, type WildCard } from '../../../src/battle/rules/battle.js'
import { type Decision, reduce } from '../../../src/battle/rules/reduce.js'
import type { Command, Effect } from '../../../src/battle/rules/step.js'
import { viewFor } from '../../../src/battle/rules/view.js'
import { contextAt, gifs, NO_PAIR_LIMITS, ROOM, snapshot } from '../../support/rules.js'

/** What happens next; what it speaks of is filled in from the battle as it then stands. */
type Deed =
  | { readonly does: 'ready' | 'choose' | 'finish' | 'leave'; readonly accountId: number }
  | { readonly does: 'vote'; readonly accountId: number; readonly winnerId: number | null }
  | { readonly does: 'begin'; readonly accountId: number; readonly commandId: string; readonly stale: boolean }
  /** `back`: which of the keys begun so far, counted from the last; `foreign`: not by whom it belongs to. */
  | { readonly does: 'play'; readonly back: number; readonly foreign: boolean; readonly stale: boolean }
  | { readonly does: 'drop'; readonly back: number }
  | { readonly does: 'close' | 'deadline' }

const accountId = fc.constantFrom(1, 1, 1, 2, 2, 2, 3)
const back = fc.constantFrom(0, 0, 0, 1, 2, 5)
const stale = fc.constantFrom(false, false, false, true)
const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ does: fc.constant('ready' as const), accountId }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('choose' as const), accountId }) },
  {
    weight: 10,
    arbitrary: fc.record({
      does: fc.constant('begin' as const),
      accountId,
      commandId: fc.constantFrom('a', 'b', 'c'),
      stale,
    }),
  },
  { weight: 16, arbitrary: fc.record({ does: fc.constant('play' as const), foreign: stale, back, stale }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('drop' as const), back }) },
  { weight: 1, arbitrary: fc.constant({ does: 'deadline' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constantFrom(...(['choose', 'choose', 'finish', 'leave'] as const)), accountId }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('vote' as const), accountId, winnerId: fc.constant(1) }) },
  { weight: 1, arbitrary: fc.nat(9).map((chance): Deed => ({ does: chance > 0 ? 'deadline' : 'close' })) },
)
/** Mostly within a phase; now and then to its very end, past it, or back. */
const passing = fc.constantFrom(0, 0, 0, 0, 1, 1, 500, 500, 500, 3_000, 'end' as const, 'end' as const, 60_000, -2_000)
interface Step {
  readonly what: Deed
  readonly passed: number | 'end'
  /** Whether no one has looked at the deadline yet when it happens. */
  readonly late: boolean
}
const story: fc.Arbitrary<Step[]> = fc.array(fc.record({ what: deed, passed: passing, late: stale }), {
  minLength: 1,
  maxLength: 120,
  size: 'max',
})

const seat = (id: number) => ({ accountId: id, seatTakenAtMs: 1 })
const room = snapshot({ version: 4, seats: [seat(1), seat(2)] })
const gif = { gifUrl: 'https://own/1', thumbnail: 'own/1', acts: null }

function commandOf(what: Deed, battle: Battle | undefined, keys: readonly string[]): Command {
  const { battleId = 'none', round = 0 } = battle && isPlayed(battle) ? battle.match : {}
  const turn = { battleId, round: 'stale' in what && what.stale ? round - 1 : round }
  const key = ('back' in what ? keys.at(-1 - what.back) : undefined) ?? 'none'
  const by = { roomId: ROOM, accountId: 'accountId' in what ? what.accountId : 0 }
  switch (what.does) {
    case 'ready':
      return { kind: 'ready-up', ...by, room, limits: NO_PAIR_LIMITS }
    case 'choose':
      return { kind: 'choose-gif', ...by, index: 1 }
    case 'begin':
      return { kind: 'begin-wild-card', ...by, commandId: what.commandId, turn, gif }
    case 'play':
      return { kind: 'play-wild-card', roomId: ROOM, accountId: what.foreign ? 3 : ownerOf(key), turn, key }
    case 'drop':
      return { kind: 'drop-wild-card', roomId: ROOM, key }
    case 'finish':
      return { kind: 'finish', ...by }
    case 'leave':
      return { kind: 'leave', roomId: ROOM, seat: seat(what.accountId), roomVersion: 1 }
    case 'vote':
      return { kind: 'declare-winner', ...by, winnerId: what.winnerId }
    case 'close':
      return { kind: 'close', roomId: ROOM, roomVersion: 5 }
    case 'deadline':
      return { kind: 'deadline', roomId: ROOM }
  }
}

const ownerOf = (key: string): number => Number(key.split(':').at(-2) ?? 0)

const wildCardsOf = (battle: Battle | undefined): WildCard[] =>
  battle && 'hands' in battle ? battle.hands.flatMap(({ wildCard }) => (wildCard ? [wildCard] : [])) : []

interface Moment {
  readonly before: Battle | undefined
  readonly after: Battle | undefined
  readonly effects: readonly Effect[]
}

/** Caps short enough that stories reach them. */
const timings = { ...contextAt(0).timings, capMs: { rush: 295_001, stamina: 203_003 } }

/**
 * Plays a story, then lets time alone bring what is on to its end; `check` looks at every moment. There are so many moments
 * that it should assert only where something may be wrong.
 */
function tell(steps: readonly Step[], poolSize: number, check: (moment: Moment) => void): void {
  let now = 10_000_000
  let battle: Battle | undefined
  let draws = 0
  const keys = new Set<string>()
  const pool = gifs(poolSize)
  const does = (command: Command): Decision => {
    const decision = reduce(battle, command, contextAt(now, { pool, timings, random: () => (draws++ % 11) / 11 }))
    const before = battle
    if ('refused' in decision) return decision
    battle = decision.battle
    for (const { key } of wildCardsOf(battle)) keys.add(key)
    check({ before, after: battle, effects: decision.effects })
    return decision
  }
  for (const { what, passed, late } of steps) {
    if (passed !== 'end') now += passed
    else if (battle && isPlayed(battle)) now = Math.max(now, battle.deadlineMs)
    if (!late) does({ kind: 'deadline', roomId: ROOM })
    does(commandOf(what, battle, [...keys]))
    if (what.does === 'ready') does(commandOf({ does: 'ready', accountId: 3 - what.accountId }, battle, []))
  }
  for (let phases = 0; battle && isPlayed(battle); phases++) {
    if (phases >= 250) expect(phases).toBeLessThan(250)
    now = Math.max(now, battle.deadlineMs)
    does({ kind: 'deadline', roomId: ROOM })
  }
}

const law = (name: string, check: (steps: Step[], poolSize: number) => void) =>
  test(name, () => fc.assert(fc.property(story, fc.integer({ min: 1, max: 12 }), check), { numRuns: 300 }))

const settlementsIn = (effects: readonly Effect[]) =>
  effects.flatMap((effect) => (effect.kind === 'settle' ? [effect] : []))
const receivedIn = (effects: readonly Effect[]) =>
  effects
    .flatMap((effect) => (effect.kind === 'update' ? effect.update.events : []))
    .flatMap(({ event }) => (event?.$case === 'receiveGif' ? [event.value] : []))

describe('from any state, in any order, at any time', () => {
  law('settles every Wild Card once: spent if shown, otherwise returned', (...told) => {
    const begun = new Set<string>()
    const shown = new Set<string>()
    const settled: [string, string][] = []
    tell(...told, ({ after, effects }) => {
      const now = wildCardsOf(after)
      for (const { key } of now) {
        begun.add(key)
        if (after?.phase === 'show') shown.add(key)
      }
      for (const { key, outcome } of settlementsIn(effects)) settled.push([key, outcome])
      const decided = begun.size - (after?.phase === 'prompt' ? now.length : 0)
      if (settled.length !== decided) expect(settled).toHaveLength(decided)
    })
    expect(settled).toHaveLength(begun.size)
    expect(new Map(settled)).toEqual(new Map([...begun].map((key) => [key, shown.has(key) ? 'commit' : 'release'])))
  })

  law('shows exactly the played Wild Cards at the end of a prompt', (...told) => {
    tell(...told, ({ before, after, effects }) => {
      const shown = receivedIn(effects).filter(({ wildCard }) => wildCard)
      if (before?.phase !== 'prompt' || after?.phase !== 'show') {
        if (shown.length > 0) expect(shown).toEqual([])
        return
      }
      const played = wildCardsOf(before).filter((wildCard) => wildCard.played)
      expect(wildCardsOf(after)).toEqual(expect.arrayContaining(played))
      expect(wildCardsOf(after).every((wildCard) => wildCard.played)).toBe(true)
      expect(shown).toHaveLength(wildCardsOf(after).length)
    })
  })

  law('keeps one pick per player and round: a Wild Card or an option', (...told) => {
    tell(...told, ({ before, after }) => {
      if (!after || !('hands' in after)) return
      for (const hand of after.hands)
        if (hand.wildCard !== undefined && hand.pick !== 0) expect(hand).toMatchObject({ pick: 0 })
      if (before?.phase !== 'prompt') return
      before.hands.forEach((hand, position) => {
        if (hand.pick !== 0 || hand.wildCard?.played) expect(after.hands[position]).toEqual(hand)
      })
    })
  })

  law('the opponent does not see a Wild Card before it is shown, nor its player before it is played', (...told) => {
    tell(...told, ({ after }) => {
      if (after?.phase !== 'prompt') return
      after.match.players.forEach(({ accountId: viewer }, position) => {
        const own = after.hands[position]?.wildCard
        const view = viewFor(after, ROOM, viewer)
        expect(view.wildCard).toBe(own?.played ? own.gifUrl : '')
        expect(view).toMatchObject({ receivedGif: '', receivedWildCard: false })
      })
    })
  })

  test('covers every kind of event often', () => {
    const counts = { commit: 0, release: 0, shown: 0 }
    for (const steps of fc.sample(story, { numRuns: 200, seed: 7 })) {
      tell(steps, 8, ({ effects }) => {
        for (const { outcome } of settlementsIn(effects)) counts[outcome]++
        counts.shown += receivedIn(effects).filter(({ wildCard }) => wildCard).length
      })
    }
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(50)
  })
})
