import { setTimeout as sleep } from 'node:timers/promises'
import { countedLine, type Seat } from '@kla/bots'
import type { GifOptionEntry, ServerFrame } from '@kla/proto/web'
import { RawPlayer } from '../measure/raw-player.js'
import type { Table, Tally } from './tally.js'
import { createWatcher, type Watcher } from './watcher.js'

export interface PlayerOptions {
  readonly headers: Readonly<Record<string, string>>
  readonly names: { readonly own: string; readonly other: string }
  readonly seat: Seat
  readonly table: Table
  readonly tally: Tally
  /** Unix milliseconds of the opponent's last chat message. */
  readonly saidAtMs: () => number
}

export interface Player {
  readonly said: number
  readonly saidAtMs: number
  readonly watcher: Watcher
  readonly sit: RawPlayer['sit']
  readonly command: RawPlayer['command']
  chat(everyMs: number): Promise<void>
  quiet(): void
  leave(): void
}

const THINKING_SHARE = 0.3
const THINKING_MOST_MS = 3_000

/** Plays every battle of its room and never reconnects: a lost connection is a fault. */
export function createPlayer({ headers, names, seat, table, tally, saidAtMs: saidByOther }: PlayerOptions): Player {
  const watcher = createWatcher({
    names,
    tally,
    onLine: () => tally.lineCame(Date.now() - saidByOther()),
    onShown: (round, gifUrl) => table.picks.shown(seat, round, gifUrl),
  })
  const raw = new RawPlayer({
    headers,
    onEvent: (_, text) => onEvent(JSON.parse(text) as ServerFrame),
    onLost: (why) => tally.fault(`connections lost (${why})`),
    onRepeat: () => tally.add('repeats'),
  })
  let [said, saidAtMs, present, chatting] = [0, 0, true, true]

  const soon = (act: () => Promise<unknown>): void => {
    const { deadlineMs } = watcher
    const thinking = Math.random() * Math.min(THINKING_MOST_MS, (deadlineMs - Date.now()) * THINKING_SHARE)
    const acting = sleep(thinking).then(() => (present ? act() : undefined))
    acting.catch(({ message }: Error) => {
      if (present) return Date.now() < deadlineMs ? tally.fault(message) : tally.add('tooLate')
    })
  }

  async function pick(round: number, options: readonly GifOptionEntry[]): Promise<void> {
    const gif = options[Math.floor(Math.random() * options.length)]
    if (!gif) return tally.fault('hands without a card')
    await raw.command('gif-choice', { roomId: table.roomId, index: gif.index })
    table.picks.picked(seat, round, gif.gifUrl)
    tally.add('picks')
  }

  function onEvent(frame: ServerFrame): void {
    watcher.takes(frame)
    const { roomId, rounds } = table
    switch (frame.event) {
      case 'gif-options': {
        const { round, options } = frame.data
        return soon(() => pick(round, options))
      }
      case 'show-gif':
        if (seat !== 'first' || frame.data.round !== rounds) return
        return soon(() => raw.command('user-finishes', { roomId }))
      case 'end-game':
        return soon(() => raw.command('declare-winner', { roomId, winnerId: null }))
      case 'no-unanimous-winner':
        if (seat === 'first') table.battleEnds()
        return
      case 'room-state':
        if (frame.data.phase !== 'waiting' || frame.data.battlePlayers.length === 0) return
        if (frame.data.ready.length > 0) return
        return soon(() => raw.command('ready-up', { roomId }))
      default:
        return
    }
  }

  return {
    get said() {
      return said
    },
    get saidAtMs() {
      return saidAtMs
    },
    watcher,
    sit: (server, room) => raw.sit(server, room),
    command: (event, data) => raw.command(event, data),
    async chat(everyMs) {
      while (chatting) {
        saidAtMs = Date.now()
        await raw.command('send-message', { roomId: table.roomId, message: countedLine(said + 1) })
        said += 1
        tally.add('lines')
        await sleep(everyMs)
      }
    },
    quiet: () => void (chatting = false),
    leave() {
      present = false
      raw.close()
    },
  }
}
