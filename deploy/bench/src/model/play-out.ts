import type { Assumptions } from './assumptions.js'

interface Happened {
  readonly seconds: number
  readonly battles: number
  readonly rounds: number
  readonly encounters: number
  readonly matches: number
  readonly lines: number
  readonly linesAcross: number
  readonly reconnects: number
  readonly visits: number
  readonly signIns: number
  readonly clipsFromOrigin: number
  readonly relayedRooms: { readonly mean: number; readonly most: number }
}

export interface PlayOutOptions {
  readonly players: number
  readonly hours: number
  readonly seed: number
}

type Event = { readonly kind: 'battle' | 'round' | 'over' | 'line' | 'second'; readonly room: number }

interface Room {
  relayed: boolean
  across: boolean
  roundsLeft: number
}

const HOUR = 3_600
const MINUTE = 60

/** Simulates hours of a crowd. Shares the model's assumptions and none of its formulas. */
export function playOut(a: Assumptions, { players, hours, seed }: PlayOutOptions): Happened {
  const random = seededRandom(seed)
  const chance = (share: number): boolean => random() < share
  const queue = createEventQueue<Event>()
  const until = hours * HOUR
  const counts = { battles: 0, rounds: 0, encounters: 0, matches: 0, lines: 0, linesAcross: 0, clipsFromOrigin: 0 }
  let [relayedNow, relayedSum, relayedMost] = [0, 0, 0]
  const rooms: Room[] = Array.from({ length: Math.round((players * a.seatedShare) / 2) }, () => ({
    ...{ relayed: chance(a.relayShare), across: chance(a.acrossShare), roundsLeft: 0 },
  }))
  for (const { relayed } of rooms) relayedNow += Number(relayed)

  const lineAfter = (): number => exponential(random, MINUTE / (2 * a.chatLinesPerMinute))
  const meet = (room: Room): void => {
    counts.encounters += 1
    if (chance(a.matchShare)) counts.matches += 1
    relayedNow -= Number(room.relayed)
    Object.assign(room, { relayed: chance(a.relayShare), across: chance(a.acrossShare) })
    relayedNow += Number(room.relayed)
  }
  const show = (): void => {
    counts.rounds += 1
    for (let clip = 0; clip < 2 * a.clipsPerRound; clip++) {
      if (!chance(a.browserCacheShare) && !chance(a.cdnHitShare)) counts.clipsFromOrigin += 1
    }
  }
  const handle: Record<Event['kind'], (at: number, room: Room, index: number) => void> = {
    battle(at, room, index) {
      counts.battles += 1
      const minutes = chance(a.rushShare) ? a.rushMinutes : a.staminaMinutes
      const rounds = (exponential(random, minutes) * MINUTE) / a.roundSeconds
      room.roundsLeft = Math.floor(rounds) + Number(chance(rounds % 1))
      queue.add(at, { kind: 'round', room: index })
    },
    round(at, room, index) {
      if (room.roundsLeft === 0) return queue.add(at + exponential(random, a.voteSeconds), { kind: 'over', room: index })
      room.roundsLeft -= 1
      show()
      queue.add(at + a.roundSeconds, { kind: 'round', room: index })
    },
    over(at, room, index) {
      if (!chance(a.rematchShare)) meet(room)
      queue.add(at + exponential(random, a.betweenSeconds), { kind: 'battle', room: index })
    },
    line(at, room, index) {
      counts.lines += 1
      counts.linesAcross += Number(room.across)
      queue.add(at + lineAfter(), { kind: 'line', room: index })
    },
    second(at) {
      relayedSum += relayedNow
      relayedMost = Math.max(relayedMost, relayedNow)
      queue.add(at + 1, { kind: 'second', room: 0 })
    },
  }

  // Warm-up: rooms that began together would battle in step.
  const cold = -2 * HOUR
  rooms.forEach((_, room) => {
    queue.add(cold + random() * HOUR, { kind: 'battle', room })
    queue.add(lineAfter(), { kind: 'line', room })
  })
  queue.add(0, { kind: 'second', room: 0 })
  let warm = false
  for (let next = queue.next(); next && next.at < until; next = queue.next()) {
    if (!warm && next.at >= 0) {
      warm = true
      Object.assign(counts, { battles: 0, rounds: 0, encounters: 0, matches: 0, clipsFromOrigin: 0 })
    }
    handle[next.event.kind](next.at, rooms[next.event.room] as Room, next.event.room)
  }
  const relayedRooms = { mean: relayedSum / until, most: relayedMost }
  return { seconds: until, ...counts, ...comingAndGoing(a, players, until, random), relayedRooms }
}

function comingAndGoing(a: Assumptions, players: number, until: number, random: () => number) {
  const counted = { reconnects: 0, visits: 0, signIns: 0 }
  for (let player = 0; player < players; player++) {
    for (let at = exponential(random, HOUR / a.reconnectsPerHour); at < until; ) {
      counted.reconnects += 1
      at += exponential(random, HOUR / a.reconnectsPerHour)
    }
    for (let at = exponential(random, a.sessionMinutes * MINUTE); at < until; ) {
      counted.visits += 1
      if (random() < a.signInShare) counted.signIns += 1
      at += exponential(random, a.sessionMinutes * MINUTE)
    }
  }
  return counted
}

/** A binary heap, earliest first. */
interface EventQueue<T> {
  add(at: number, event: T): void
  next(): { readonly at: number; readonly event: T } | undefined
}

export function createEventQueue<T>(): EventQueue<T> {
  const heap: { at: number; event: T }[] = []
  const at = (index: number): number => heap[index]?.at ?? Infinity
  const swap = (one: number, other: number): void => {
    ;[heap[one], heap[other]] = [heap[other] as (typeof heap)[number], heap[one] as (typeof heap)[number]]
  }
  return {
    add(time, event) {
      heap.push({ at: time, event })
      for (let child = heap.length - 1; child > 0; ) {
        const parent = (child - 1) >> 1
        if (at(parent) <= at(child)) return
        swap(parent, child)
        child = parent
      }
    },
    next() {
      const [first] = heap
      const last = heap.pop()
      if (first === undefined || last === undefined || heap.length === 0) return first
      heap[0] = last
      for (let parent = 0; ; ) {
        const child = at(parent * 2 + 1) <= at(parent * 2 + 2) ? parent * 2 + 1 : parent * 2 + 2
        if (at(child) >= at(parent)) return first
        swap(parent, child)
        parent = child
      }
    },
  }
}

const STEP = 0x6d2b79f5

/** mulberry32: reproducible, not for secrets. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + STEP) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A waiting time of a Poisson process. */
const exponential = (random: () => number, mean: number): number => -Math.log(1 - random()) * mean
