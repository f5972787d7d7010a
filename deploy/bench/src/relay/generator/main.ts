import { setTimeout as sleep } from 'node:timers/promises'
import { inParallel } from '../../bots/index.js'
import { serveTasks } from '../../measure/serve-tasks.js'
import { ChatRoom } from './chat-room.js'
import { CODECS } from './codecs/index.js'
import { Latencies, sumOfFaults } from './lines.js'
import type { Orders, Settings } from './orders.js'

/** As often as Node's timers run without keeping a processor busy. */
const LOOK_MS = 1
const MS_PER_SECOND = 1_000

/** Evenly spread; returns the stop function. */
export function talkAtRate(rooms: readonly ChatRoom[], linesPerSecond: number): () => void {
  const linesPerMs = (rooms.length * 2 * linesPerSecond) / MS_PER_SECOND
  const startedAt = performance.now()
  let written = 0
  const look = setInterval(() => {
    const due = Math.floor((performance.now() - startedAt) * linesPerMs)
    for (; written < due; written++) {
      const turn = written % (rooms.length * 2)
      rooms[turn % rooms.length]?.say(turn < rooms.length ? 0 : 1)
    }
  }, LOOK_MS)
  return () => clearInterval(look)
}

const MET_WITHIN_MS = 60_000
const QUIET_WITHIN_MS = 10_000
const LOOK_AGAIN_MS = 50
/** Duplicates are found only by waiting for them. */
const DOUBLES_MS = 300
/** One cause makes as many faults as there are connections. */
const TROUBLES_MAX = 20

export function createGenerator(): Orders {
  let settings: Settings | undefined
  const rooms: ChatRoom[] = []
  const troubles: string[] = []
  const latencies = new Latencies()
  let deliveries = 0
  let troubleCount = 0
  let stopTalk: () => void = () => undefined
  let answersItself = false
  const sayAgain = (room: ChatRoom, seat: 0 | 1): void => {
    if (answersItself) room.say(seat)
  }
  const parts = {
    latencies,
    get lineLimit() {
      return settings?.lineLimit
    },
    onDelivery: () => void (deliveries += 1),
    onSettled: (room: ChatRoom, seat: 0 | 1) => {
      const waitMs = room.waitMs(seat)
      if (waitMs > 0) setTimeout(() => sayAgain(room, seat), waitMs)
      else sayAgain(room, seat)
    },
    onTrouble: (what: string) => {
      troubleCount += 1
      if (troubles.length < TROUBLES_MAX) troubles.push(what)
    },
  }

  return {
    begin: (given) => void (settings = given),
    async seat({ rooms: plans, atOnce }) {
      if (!settings) throw new Error('this generator does not know how to speak')
      const codec = CODECS[settings.codec]
      const entered = await inParallel(plans, atOnce, async (plan) => {
        const room = new ChatRoom(plan, parts)
        await room.enter(codec)
        return room
      })
      rooms.push(...entered)
      const met = Promise.all(entered.map(({ whenMet }) => whenMet)).then(() => true)
      if (!(await Promise.race([met, sleep(MET_WITHIN_MS, false, { ref: false })]))) {
        throw new Error(`a seat was not seen by the other player within ${MET_WITHIN_MS / MS_PER_SECOND} s`)
      }
    },
    unpaired: () => rooms.filter(({ isPaired }) => !isPaired).length,
    roomIds: () => rooms.map(({ roomId }) => roomId),
    talk({ rooms: below, linesPerSecond }) {
      const talking = rooms.filter(({ number }) => number < below)
      if (linesPerSecond !== undefined) {
        stopTalk = talkAtRate(talking, linesPerSecond)
        return
      }
      answersItself = true
      stopTalk = () => void (answersItself = false)
      for (const room of talking) [0 as const, 1 as const].forEach((seat) => room.say(seat))
    },
    mark() {
      const mark = { deliveries, latencies: [...latencies.counts] }
      deliveries = 0
      latencies.counts.length = 0
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
        shown: rooms.reduce((sum, room) => sum + room.shown, 0),
        faults: sumOfFaults(rooms.map((room) => room.finish())),
        troubles,
        troubleCount,
      }
    },
    async leave({ atOnce }) {
      await inParallel(rooms.splice(0), atOnce, (room) => room.leave())
    },
  }
}

serveTasks(createGenerator())
