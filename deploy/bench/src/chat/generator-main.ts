import { setTimeout as sleep } from 'node:timers/promises'
import { inParallel } from '@kla/bots'
import { serveTasks } from '../measure/workers.js'
import { ChatRoom } from './chat-room.js'
import { Latencies, sumOfFaults } from './messages.js'
import type { Orders, Protocol } from './orders.js'
import { sitAtCentrifugo, sitAtNakama } from './peers/seats.js'
import { type TakeSeat, takeSeat } from './seat.js'

const TAKE_SEAT: Readonly<Record<Protocol, TakeSeat>> = {
  kla: takeSeat,
  centrifugo: sitAtCentrifugo,
  nakama: sitAtNakama(false),
  'nakama-kept': sitAtNakama(true),
}

const LOOK_MS = 1
const MS_PER_SECOND = 1_000

/** Spreads messages evenly; returns the stop function. */
function talkAtRate(rooms: readonly ChatRoom[], messagesPerSecond: number): () => void {
  const perMs = (rooms.length * 2 * messagesPerSecond) / MS_PER_SECOND
  const startedAt = performance.now()
  let written = 0
  const look = setInterval(() => {
    const due = Math.floor((performance.now() - startedAt) * perMs)
    for (; written < due; written++) {
      const turn = written % (rooms.length * 2)
      rooms[turn % rooms.length]?.say(turn < rooms.length ? 0 : 1)
    }
  }, LOOK_MS)
  return () => clearInterval(look)
}

const ROOMS_AT_ONCE = 32
const MET_WITHIN_MS = 60_000
const QUIET_WITHIN_MS = 10_000
const LOOK_AGAIN_MS = 50
/** Time in which duplicates would arrive. */
const DOUBLES_MS = 300
const TROUBLES_MAX = 20

function createGenerator(): Orders {
  const rooms: ChatRoom[] = []
  const troubles: string[] = []
  const latencies = new Latencies()
  let deliveries = 0
  let stopTalk: () => void = () => undefined
  let answersItself = false
  const sayAgain = (room: ChatRoom, seat: 0 | 1): void => {
    if (answersItself) room.say(seat)
  }
  const deps = {
    latencies,
    onDelivery: () => void (deliveries += 1),
    onSettled: (room: ChatRoom, seat: 0 | 1) => {
      const waitMs = room.waitMs(seat)
      if (waitMs > 0) setTimeout(() => sayAgain(room, seat), waitMs)
      else sayAgain(room, seat)
    },
    onTrouble: (what: string) => {
      if (troubles.length < TROUBLES_MAX) troubles.push(what)
    },
  }

  return {
    async seat(plans) {
      const entered = await inParallel(plans, ROOMS_AT_ONCE, async (plan) => {
        const room = new ChatRoom(plan, deps)
        await room.enter(TAKE_SEAT[plan.protocol])
        return room
      })
      rooms.push(...entered)
      const met = Promise.all(entered.map(({ whenMet }) => whenMet)).then(() => true)
      if (!(await Promise.race([met, sleep(MET_WITHIN_MS, false, { ref: false })]))) {
        throw new Error(`a seat was not seen by the other player within ${MET_WITHIN_MS / MS_PER_SECOND} s`)
      }
    },
    unpaired: () => rooms.filter(({ isPaired }) => !isPaired).length,
    talk({ rooms: below, messagesPerSecond }) {
      const talking = rooms.filter(({ number }) => number < below)
      if (messagesPerSecond !== undefined) {
        stopTalk = talkAtRate(talking, messagesPerSecond)
        return
      }
      answersItself = true
      stopTalk = () => void (answersItself = false)
      for (const room of talking) [0 as const, 1 as const].forEach((seat) => room.say(seat))
    },
    mark() {
      const mark = { deliveries, p50Ms: latencies.percentileMs(0.5), p99Ms: latencies.percentileMs(0.99) }
      deliveries = 0
      latencies.clear()
      return mark
    },
    async hush() {
      stopTalk()
      const until = performance.now() + QUIET_WITHIN_MS
      while (performance.now() < until && rooms.some(({ isQuiet }) => !isQuiet)) await sleep(LOOK_AGAIN_MS)
      await sleep(DOUBLES_MS)
      return {
        written: rooms.reduce((sum, room) => sum + room.written, 0),
        refused: rooms.reduce((sum, room) => sum + room.refused, 0),
        faults: sumOfFaults(rooms.map((room) => room.finish())),
        troubles,
      }
    },
    async leave() {
      await inParallel(rooms.splice(0), ROOMS_AT_ONCE, (room) => room.leave())
    },
  }
}

serveTasks(createGenerator())
