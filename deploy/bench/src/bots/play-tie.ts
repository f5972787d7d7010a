import type { ClientEventData, ClientEventName } from '@kla/proto/web'
import type { Bot } from './bot.js'
import { insist } from './insist.js'
import { onTurn, type Turn } from './turns.js'

/** Longer than an outage of a process, and a battle is not waited for any longer. */
const ANSWER_WITHIN_MS = 20_000
const TIE_WITHIN_MS = 120_000

/**
 * Takes its seat in the room of a cup tie and plays the battle there until there is a result or the room is gone; then it
 * leaves. Whoever has the lower id finishes, and is voted for by both.
 */
export async function playTie(bot: Bot, roomId: string, signal?: AbortSignal): Promise<void> {
  const { client } = bot
  const say = <Name extends ClientEventName>(event: Name, data: ClientEventData<Name>) =>
    insist(client, event, data, Date.now() + ANSWER_WITHIN_MS)

  let players: number[] = []
  const offs: (() => void)[] = []
  const winner = (): number => Math.min(...players)
  const over = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, TIE_WITHIN_MS)
    const abort = (): void => resolve()
    signal?.addEventListener('abort', abort, { once: true })
    const turn = (now: Turn): void => {
      switch (now.phase) {
        case 'prompt':
          return void say('gif-choice', { roomId, index: now.options[0]?.index ?? 1 })
        case 'show':
          return winner() === client.id ? void say('user-finishes', { roomId }) : undefined
        case 'vote':
          return void say('declare-winner', { roomId, winnerId: winner() })
        case 'result':
        case 'waiting':
          return resolve()
      }
    }
    offs.push(
      () => clearTimeout(timer),
      () => signal?.removeEventListener('abort', abort),
      onTurn(client, turn),
      client.on('room-user-list', (list) => {
        if (list.players.length === 2) players = list.players.map(({ id }) => id)
      }),
      client.on('room-state', (state) => {
        const present = state.battlePlayers.length === 2 ? state.battlePlayers : state.players.map(({ id }) => id)
        if (present.length === 2) players = present
      }),
      client.on('room-closed', () => resolve()),
    )
  })
  try {
    const joined = await say('join-room', { roomId, passcode: null, role: 'player' })
    if (!joined.success) return
    await say('ready-up', { roomId })
    await over
  } finally {
    for (const off of offs) off()
    await client.send('leave-room', { roomId }).catch(() => undefined)
  }
}
