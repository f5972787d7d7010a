import type { ClientEventData } from '@kla/proto/web'
import { insist } from './bot.js'
import type { ProtocolClient } from './protocol-client.js'

/** A player who saves the GIFs of its battles and plays them as Wild Cards, and counts how that was answered. */
export interface Spender {
  /** How often each answer came, such as "wild-card-choice: ok". */
  readonly answers: ReadonlyMap<string, number>
  saveChoice(roomId: string, index: number): Promise<void>
  saveReceived(roomId: string, gifUrl: string): Promise<void>
  /** Plays one of its GIFs, if it has any and feels like it. `deadline`: of the prompt, Unix milliseconds. */
  playWildCard(roomId: string, deadline: number): Promise<WildCardPlay>
}

export interface WildCardPlay {
  /** The address that was accepted. */
  readonly played?: string
  /** Whether the pick is still to be made; not while nobody knows what became of the Wild Card. */
  readonly mayPick: boolean
}

export interface SpenderOptions {
  readonly client: Pick<ProtocolClient, 'send' | 'drop'>
  /** Answers numbers from 0 up to 1. */
  readonly random: () => number
  /** In how many of the rounds it plays a Wild Card, from 0 to 1. */
  readonly wildCardShare: number
  /** How often it loses its connection when it has just asked for something, from 0 to 1. */
  readonly dropShare: number
  /** Called when it has just asked for something. */
  readonly onAsk?: () => void
}

type Spending = 'save-gif-choice' | 'save-gif-received' | 'wild-card-choice'

// Longer than the page waits, so that an outage of seconds is outlived.
const SAVE_WITHIN_MS = 15_000

export function createSpender({ client, random, wildCardShare, dropShare, onAsk }: SpenderOptions): Spender {
  const answers = new Map<string, number>()
  const saved: string[] = []

  async function spend<Name extends Spending>(event: Name, data: ClientEventData<Name>, untilMs: number) {
    const answering = insist(client, event, data, untilMs)
    if (random() < dropShare) client.drop()
    onAsk?.()
    const ack = await answering
    const answer = `${event}: ${ack.success ? 'ok' : ack.code}`
    answers.set(answer, (answers.get(answer) ?? 0) + 1)
    return ack
  }

  type Save = Exclude<Spending, 'wild-card-choice'>
  async function save(event: Save, data: ClientEventData<Save>): Promise<void> {
    const ack = await spend(event, data, Date.now() + SAVE_WITHIN_MS)
    if (ack.success) saved.push(ack.gifUrl)
  }

  return {
    answers,
    saveChoice: (roomId, index) => save('save-gif-choice', { roomId, index }),
    saveReceived: (roomId, receivedGif) => save('save-gif-received', { roomId, receivedGif }),
    async playWildCard(roomId, deadline) {
      const gifUrl = saved[Math.floor(random() * saved.length)]
      if (gifUrl === undefined || random() >= wildCardShare) return { mayPick: true }
      const ack = await spend('wild-card-choice', { roomId, gifUrl }, deadline)
      if (ack.success) return { played: gifUrl, mayPick: false }
      return { mayPick: ack.code !== 'UNAVAILABLE' && ack.code !== 'NOT_PROMPTING' }
    },
  }
}
