import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { type Battle, endOf, isPlayed, pauseOf, readyIn, type SeatHolder } from '../../../src/battle/rules/battle.js'
import { type Decision, reduce } from '../../../src/battle/rules/reduce.js'
import type { Command } from '../../../src/battle/rules/step.js'
import { viewFor } from '../../../src/battle/rules/view.js'
import { contextAt, gifs, NO_PAIR_LIMITS, ROOM, snapshot } from '../../support/rules.js'

/** Any order of commands by players and strangers, at any times, the clock's jumps back included. */
const account = fc.integer({ min: 1, max: 4 })
const seat: fc.Arbitrary<SeatHolder> = fc.record({ accountId: account, seatTakenAtMs: fc.integer({ min: 1, max: 3 }) })
const version = fc.integer({ min: 1, max: 4 })
const room = fc.record({
  version,
  mode: fc.constantFrom('rush' as const, 'stamina' as const),
  seats: fc.uniqueArray(seat, { minLength: 1, maxLength: 2, selector: (holder) => holder.accountId }),
})
const command: fc.Arbitrary<Command> = fc
  .oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('ready-up' as const), accountId: account, room }) },
    { weight: 4, arbitrary: fc.constantFrom(1, 2).map(readyOfTwo) },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('choose-gif' as const),
        accountId: account,
        index: fc.integer({ min: -1, max: 6 }),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('report-repair' as const),
        accountId: account,
        repairing: fc.boolean(),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('finish' as const), accountId: account }) },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('declare-winner' as const),
        accountId: account,
        winnerId: fc.option(account),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('leave' as const), seat, roomVersion: version, safety: fc.boolean() }),
    },
    { weight: 8, arbitrary: fc.constant({ kind: 'deadline' as const }) },
  )
  .map((made) => withRoom(made))
const closing: Command = { kind: 'close', roomId: ROOM, roomVersion: 5 }

function readyOfTwo(accountId: number) {
  const seats = [1, 2].map((holder) => ({ accountId: holder, seatTakenAtMs: 3 }))
  return { kind: 'ready-up' as const, accountId, room: { version: 4, mode: 'rush' as const, seats } }
}

function withRoom(made: object): Command {
  const placed = { roomId: ROOM, ...made } as Command
  return placed.kind === 'ready-up' ? { ...placed, room: snapshot(placed.room), limits: NO_PAIR_LIMITS } : placed
}

const time = fc.oneof(fc.integer({ min: -20_000, max: 60_000 }), fc.constantFrom(0, 10_000, 40_000, 300_000))
const story = fc.array(fc.tuple(fc.oneof({ weight: 40, arbitrary: command }, fc.constant(closing)), time), {
  maxLength: 80,
})
const pool = fc.integer({ min: 1, max: 12 }).map(gifs)

interface Moment {
  readonly before: Battle | undefined
  readonly after: Battle | undefined
  readonly command: Command
  readonly decision: Decision
  readonly now: number
}

/** Caps short enough that stories reach them, in the middle of a phase. */
const timings = { ...contextAt(0).timings, capMs: { rush: 95_001, stamina: 203_003 } }

/** Differs from call to call, so that the two hands of a round differ too. */
function seeded(seed: number): () => number {
  let state = seed
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}

/** Plays a story and lets `check` look at every moment of it. */
function tell(steps: [Command, number][], gifPool: ReturnType<typeof gifs>, check: (moment: Moment) => void) {
  let now = 10_000_000
  let ids = 0
  const newId = () => `battle-${++ids}`
  let after: Battle | undefined
  const random = seeded(steps.length + 1)
  for (const [made, passed] of steps) {
    now += passed
    const before = after
    const decision = reduce(before, made, contextAt(now, { pool: gifPool, random, newId, timings }))
    if (!('refused' in decision)) after = decision.battle
    check({ before, after, command: made, decision, now })
  }
  return { battle: after, now }
}

const law = (name: string, check: (steps: [Command, number][], gifPool: ReturnType<typeof gifs>) => void) =>
  test(name, () => fc.assert(fc.property(story, pool, check), { numRuns: 400 }))

const updateOf = (decision: Decision) =>
  'refused' in decision ? [] : decision.effects.flatMap((effect) => (effect.kind === 'update' ? [effect.update] : []))
const outcomesOf = (decision: Decision) =>
  'refused' in decision
    ? []
    : decision.effects.flatMap((effect) => (effect.kind === 'finished' ? [effect.outcome] : []))

describe('from any state, in any order, at any time', () => {
  law('ends every battle with exactly one outcome', (steps, gifPool) => {
    const begun = new Set<string>()
    const ended: string[] = []
    const look = ({ decision }: Pick<Moment, 'decision'>): void => {
      if ('refused' in decision) return
      for (const effect of decision.effects) if (effect.kind === 'started') begun.add(effect.started.battleId)
      ended.push(...outcomesOf(decision).map((outcome) => outcome.battleId))
    }
    let { battle, now } = tell(steps, gifPool, look)
    // No one does anything any more: time alone brings it to its end.
    for (let phases = 0; battle && isPlayed(battle); phases++) {
      expect(phases).toBeLessThan(250)
      now = Math.max(now, battle.deadlineMs)
      const decision = reduce(battle, { kind: 'deadline', roomId: ROOM }, contextAt(now, { pool: gifPool, timings }))
      look({ decision })
      if (!('refused' in decision)) battle = decision.battle
    }
    expect(new Set(ended)).toEqual(begun)
    expect(ended).toHaveLength(begun.size)
  })

  law('keeps every pick', (steps, gifPool) => {
    tell(steps, gifPool, ({ before, after }) => {
      if (before?.phase !== 'prompt' || !after || !('hands' in after)) return
      before.hands.forEach((hand, position) => {
        if (hand.pick !== 0) expect(after.hands[position]?.pick).toBe(hand.pick)
      })
    })
  })

  law('keeps every vote, at most one per player', (steps, gifPool) => {
    tell(steps, gifPool, ({ before, after }) => {
      if (before?.phase !== 'vote' || !after || !('ballots' in after)) return
      expect(after.ballots.slice(0, before.ballots.length)).toEqual(before.ballots)
      const voters = after.ballots.map((ballot) => ballot.accountId)
      expect(new Set(voters).size).toBe(voters.length)
      for (const voter of voters) expect(after.match.players.map((player) => player.accountId)).toContain(voter)
    })
  })

  law('declares a winner only if both players voted for them', (steps, gifPool) => {
    tell(steps, gifPool, ({ after }) => {
      if (after?.phase !== 'result' || after.winnerId === null) return
      expect(after.ballots.map((ballot) => ballot.winnerId)).toEqual([after.winnerId, after.winnerId])
    })
  })

  law("hides the opponent's options and pick until they are shown", (steps, gifPool) => {
    tell(steps, gifPool, ({ after, decision }) => {
      for (const { events } of updateOf(decision)) {
        for (const { recipient, event } of events) {
          if (event?.$case !== 'gifOptions' && event?.$case !== 'receiveGif') continue
          expect(recipient).not.toBe(0)
          const own = after && isPlayed(after) ? after.match.players.findIndex((p) => p.accountId === recipient) : -1
          if (event.$case !== 'gifOptions' || after?.phase !== 'prompt') continue
          expect(event.value.options.map((option) => option.gifUrl)).toEqual(
            after.hands[own]?.options.map((option) => option.gifUrl),
          )
        }
      }
      if (after?.phase !== 'prompt') return
      for (const { event } of updateOf(decision).flatMap(({ events }) => events)) {
        expect(event?.$case).not.toBe('receiveGif')
      }
      for (const viewer of [1, 2, 3, 4]) {
        const view = viewFor(after, ROOM, viewer)
        const own = after.match.players.findIndex((player) => player.accountId === viewer)
        expect(view.options.map((option) => option.gifUrl)).toEqual(
          own === -1 ? [] : after.hands[own]?.options.map((option) => option.gifUrl),
        )
        expect(view.picked).toBe(own === -1 ? 0 : after.hands[own]?.pick)
        expect(view.receivedGif).toBe('')
      }
    })
  })

  law('makes views independent of hidden information', (steps, gifPool) => {
    tell(steps, gifPool, ({ after }) => {
      if (after?.phase !== 'prompt') return
      const [first, second] = after.match.players
      const otherwise: Battle = { ...after, hands: [after.hands[0], { options: gifs(1), pick: 1 }] }
      expect(viewFor(otherwise, ROOM, first.accountId)).toEqual(viewFor(after, ROOM, first.accountId))
      expect(viewFor(otherwise, ROOM, second.accountId)).not.toEqual(viewFor(after, ROOM, second.accountId))
    })
  })

  law('moves deadlines only by pauses, and ends no phase before it begins', (steps, gifPool) => {
    tell(steps, gifPool, ({ before, after, now }) => {
      if (!after || !isPlayed(after) || after === before) return
      const goesOn =
        before && isPlayed(before) && before.phase === after.phase && before.match.round === after.match.round
      if (goesOn && before.match.battleId === after.match.battleId) {
        if (pauseOf(before) === pauseOf(after)) expect(after.deadlineMs).toBe(before.deadlineMs)
        else if (pauseOf(after)) expect(endOf(after)).toBeGreaterThan(endOf(before))
        // Handled after the cap, the end of a pause is the end of the rounds.
        else expect(after.deadlineMs).toBeGreaterThanOrEqual(Math.min(now, after.match.capAtMs))
      } else expect(after.deadlineMs).toBeGreaterThanOrEqual(now)
    })
  })

  law('ends the rounds by the cap', (steps, gifPool) => {
    tell(steps, gifPool, ({ after }) => {
      if (after?.phase !== 'prompt' && after?.phase !== 'show') return
      expect(endOf(after)).toBeLessThanOrEqual(after.match.capAtMs)
    })
  })

  law('keeps pauses within their limits, whatever is reported', (steps, gifPool) => {
    const atStart = new Map<string, number>()
    tell(steps, gifPool, ({ after }) => {
      if (after?.phase !== 'prompt' && after?.phase !== 'show') return
      const { battleId, round, capAtMs, startedAtMs, mode } = after.match
      // What may come of a pause that stands counts as well.
      const movedMs = capAtMs - startedAtMs - timings.capMs[mode]
      const allowedMs = after.pause ? after.deadlineMs - after.pause.fromMs : 0
      const roundKey = `${battleId}:${round}`
      if (!atStart.has(roundKey)) atStart.set(roundKey, movedMs - allowedMs)
      expect(movedMs).toBeLessThanOrEqual(timings.pauseBattleMs)
      expect(movedMs - (atStart.get(roundKey) ?? 0)).toBeLessThanOrEqual(timings.pauseRoundMs)
      expect(allowedMs).toBeLessThanOrEqual(timings.pauseRoundMs)
    })
  })

  law('numbers updates without gaps or duplicates', (steps, gifPool) => {
    let last = 0
    const { battle } = tell(steps, gifPool, ({ decision, after }) => {
      for (const { seq } of updateOf(decision)) expect(seq).toBe(++last)
      expect(after?.updateSeq ?? 0).toBe(last)
    })
    expect(battle?.updateSeq ?? 0).toBe(last)
  })

  law('hides whether a player left or used the panic exit', (steps, gifPool) => {
    const seenIn = (told: [Command, number][]) => {
      const seen: unknown[] = []
      tell(told, gifPool, ({ after, decision }) =>
        seen.push(updateOf(decision), ...[1, 2, 3, 4].map((viewer) => viewFor(after, ROOM, viewer))),
      )
      return seen
    }
    const asLeaving = steps.map(([made, passed]): [Command, number] =>
      made.kind === 'leave' ? [{ ...made, safety: false }, passed] : [made, passed],
    )
    expect(seenIn(steps)).toEqual(seenIn(asLeaving))
  })

  law(
    'begins a battle only with two players who are seated, both ready, and not in another battle',
    (steps, gifPool) => {
      tell(steps, gifPool, ({ before, after, command: made, decision }) => {
        if ('refused' in decision || !decision.effects.some(({ kind }) => kind === 'started')) return
        if (made.kind !== 'ready-up' || !after || !isPlayed(after) || !before) throw new Error('not by a ready-up')
        expect(['waiting', 'result']).toContain(before.phase)
        const players = after.match.players.map((player) => player.accountId)
        expect(players.map((player) => made.room.seats.some((taken) => taken.accountId === player))).toEqual([
          true,
          true,
        ])
        const others = players.filter((player) => player !== made.accountId)
        expect(readyIn(before).map((holder) => holder.accountId)).toEqual(expect.arrayContaining(others))
      })
    },
  )

  law('ignores accounts that do not play, except those ready for the next battle', (steps, gifPool) => {
    tell(steps, gifPool, ({ before, after, command: made }) => {
      if (!before || !isPlayed(before) || !('accountId' in made)) return
      if (before.phase === 'result' && made.kind === 'ready-up') return
      if (before.match.players.some((player) => player.accountId === made.accountId)) return
      expect(after).toBe(before)
    })
  })

  law('changes nothing on a refusal, and keeps closed rooms closed', (steps, gifPool) => {
    tell(steps, gifPool, ({ before, after, decision }) => {
      if ('refused' in decision || before?.phase === 'closed') expect(after).toBe(before)
    })
  })
})
