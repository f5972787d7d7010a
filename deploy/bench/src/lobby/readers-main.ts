import { setTimeout as sleep } from 'node:timers/promises'
import { inParallel } from '@kla/bots'
import { RawPlayer } from '../measure/raw-player.js'
import { serveTasks } from '../measure/workers.js'

/** A player, by the gateway that it connects to and the headers of its session. */
export interface LobbyPlayer {
  readonly server: string
  readonly headers: Readonly<Record<string, string>>
}

/** Room lists, and changes of them, that readers got so far. */
export interface ListsRead {
  readonly frames: number
  readonly bytes: number
}

const AT_ONCE = 16
const TROUBLES_MAX = 20
/** Gateways read the list at most each half second, so every change is published alone. */
const CHANGE_EVERY_MS = 700
const LISTS: ReadonlySet<string> = new Set(['public-room-list', 'room-list-change'])

const readers: RawPlayer[] = []
const creators: RawPlayer[] = []
const troubles: string[] = []
const read = { frames: 0, bytes: 0 }

const tasks = {
  /** Subscribes readers to whole lists, or to differences. */
  async subscribe(wanted: { readonly players: readonly LobbyPlayer[]; readonly differences: boolean }): Promise<void> {
    const { players, differences } = wanted
    await inParallel(players, AT_ONCE, async (player) => {
      const reader = playerAt(player, (event, text) => {
        if (!LISTS.has(event)) return
        read.frames += 1
        read.bytes += text.length
      })
      await reader.connect(player.server)
      await reader.command('request-room-list', { differences })
      readers.push(reader)
    })
  },

  /** Opens a public room for each player. */
  async openRooms(players: readonly LobbyPlayer[]): Promise<void> {
    await inParallel(players, AT_ONCE, async (player) => {
      const creator = playerAt(player, () => undefined)
      await creator.sit(player.server)
      creators.push(creator)
    })
  },

  /** Opens and closes a room by turns, so many times in all. */
  async change({ player, times }: { readonly player: LobbyPlayer; readonly times: number }): Promise<void> {
    const creator = playerAt(player, () => undefined)
    await creator.connect(player.server)
    let roomId: string | undefined
    for (let at = 0; at < times; at++) {
      await sleep(CHANGE_EVERY_MS)
      if (roomId === undefined) roomId = await creator.take()
      else {
        await creator.command('leave-room', { roomId })
        roomId = undefined
      }
    }
    await sleep(CHANGE_EVERY_MS)
    creator.close()
  },

  lists: (_: null): ListsRead => ({ ...read }),

  troubles: (_: null): readonly string[] => troubles,

  leave(_: null): void {
    for (const reader of readers.splice(0)) reader.close()
  },

  stop(_: null): void {
    for (const creator of creators) creator.close()
  },
}
export type LobbyTasks = typeof tasks

function playerAt({ headers }: LobbyPlayer, onEvent: (event: string, text: string) => void): RawPlayer {
  return new RawPlayer({
    headers,
    onEvent: (event, text) => {
      if (event === 'error') noteTrouble(text)
      else onEvent(event, text)
    },
    onLost: noteTrouble,
  })
}

function noteTrouble(what: string): void {
  if (troubles.length < TROUBLES_MAX) troubles.push(what)
}

serveTasks(tasks)
