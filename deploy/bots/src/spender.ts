import type { ClientEventData } from '@kla/proto/web'
import { insist } from './bot.js'
import type { ProtocolClient } from './protocol-client.js'

export interface Spender {
  readonly answers: ReadonlyMap<string, number>
  saveChoice(roomId: string, index: number): Promise<void>
  saveReceived(roomId: string, gifUrl: string): Promise<void>
  playWildCard(roomId: string, round: number, deadline: number): Promise<WildCardPlay>
}

export interface WildCardPlay {
  readonly played?: string
  /** False while the Wild Card's effect is unknown. */
  readonly mayPick: boolean
}

export interface SpenderOptions {
  readonly client: Pick<ProtocolClient, 'send' | 'drop'>
  readonly random: () => number
  /** Share of rounds with a Wild Card. */
  readonly wildCardShare: number
  readonly dropShare: number
  readonly onAsk?: () => void
}

type Spending = 'save-gif-choice' | 'save-gif-received' | 'wild-card-choice'

// Long enough to survive an outage of seconds.
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
    async playWildCard(roomId, round, deadline) {
      const gifUrl = saved[Math.floor(random() * saved.length)]
      if (gifUrl === undefined || random() >= wildCardShare) return { mayPick: true }
      const ack = await spend('wild-card-choice', { roomId, gifUrl, round }, deadline)
      if (ack.success) return { played: gifUrl, mayPick: false }
      return { mayPick: ack.code !== 'UNAVAILABLE' && ack.code !== 'NOT_PROMPTING' }
    },
  }
}
