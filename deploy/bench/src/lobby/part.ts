import type { Figure, Part } from '../frame/part.js'
import { copyPlayers } from '../measure/copied-players.js'
import { processesOf } from '../measure/machine.js'
import { dividedBy, type Numbers } from '../measure/numbers.js'
import { costOf, sharesOver, untilAtRest } from '../measure/rest.js'
import { openWindow } from '../measure/window.js'
import { startWorker } from '../measure/workers.js'
import type { LobbyPlayer, LobbyTasks } from './readers-main.js'

interface LobbySize {
  readonly rooms: number
  readonly readers: number
  /** An even number: each room that opens closes again. */
  readonly changes: number
  readonly restMs: number
}

/** Rooms as many as a list has at most. */
const FULL: LobbySize = { rooms: 100, readers: 1_000, changes: 20, restMs: 4_000 }
const QUICK: LobbySize = { rooms: 5, readers: 4, changes: 2, restMs: 500 }

const KINDS = { 'whole lists': false, differences: true } as const
const READERS_GATEWAY = 'gateway-1'
const SETTLE_WITHIN_MS = 60_000
const MICROS_PER_MS = 1_000

/** Measures what a change of the room list costs for each player who reads it. */
export const lobbyPart: Part = {
  name: 'lobby',
  async measure({ startPlatform, quick, say }) {
    const { rooms, readers, changes, restMs } = quick ? QUICK : FULL
    const platform = await startPlatform({ environment: { LOG_LEVEL: 'warn' }, processes: { gateway: 2 } })
    const worker = startWorker<LobbyTasks>('lobby/readers-main')
    try {
      const cookies = await copyPlayers(platform, readers + rooms + 1)
      const [first = '', second = ''] = platform
        .running('gateway')
        .map(({ slot }) => `http://127.0.0.1:${slot.realtime}`)
      const player = (index: number, server: string): LobbyPlayer => ({
        server,
        headers: { cookie: cookies[index] ?? '', origin: platform.url },
      })
      const [readingPlayers, creators] = [first, second].map((server, at) =>
        Array.from({ length: at === 0 ? readers : rooms }, (_, index) => player(at * readers + index, server)),
      )
      const processes = await processesOf(platform)
      const faults: string[] = []
      const figures: Figure[] = []
      const amounts: Record<string, Numbers> = {}

      say(`Opening ${rooms} rooms`)
      await worker.ask('openRooms', creators ?? [])
      const close = await openWindow(platform)
      for (const [kind, differences] of Object.entries(KINDS)) {
        say(`${changes} changes for ${readers} readers of ${kind}`)
        await worker.ask('subscribe', { players: readingPlayers ?? [], differences })
        const fault = await untilAtRest(processes, SETTLE_WITHIN_MS)
        if (fault) faults.push(fault)
        const idle = await sharesOver(processes, restMs)
        const before = await worker.ask('lists', null)
        const spent = await costOf(processes, idle, () =>
          worker.ask('change', { player: player(readers + rooms, second), times: changes }),
        )
        const lists = await worker.ask('lists', null)
        const frames = lists.frames - before.frames
        if (frames !== readers * changes)
          faults.push(`${frames} lists arrived for ${readers * changes} readers and changes`)
        const costs = dividedBy(spent, (readers * changes) / MICROS_PER_MS)
        amounts[`${kind}, microseconds a reader and change`] = costs
        figures.push(
          { name: `${kind}, sent`, unit: 'bytes', value: (lists.bytes - before.bytes) / frames },
          { name: `${kind}, CPU of the gateway`, unit: 'µs', value: costs[READERS_GATEWAY] ?? NaN },
        )
        await worker.ask('leave', null)
      }
      faults.push(...(await worker.ask('troubles', null)), ...(await close()))
      await worker.ask('stop', null)
      return { figures, faults, amounts, notes: [] }
    } finally {
      await worker.stop()
      await platform.close()
    }
  },
}
