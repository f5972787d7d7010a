import type { Ack } from '@kla/proto/web'
import type { Clock } from '../../../shared/realtime/clock.js'

/** Message without an answer: `waiting` is resent automatically, `failed` on request. */
export interface Unsent {
  readonly id: string
  readonly message: string
  readonly state: 'waiting' | 'failed'
}

/** `asked`: contact details, which count if sent again. */
export type Outcome = 'taken' | 'refused' | 'asked'

/** Messages sent but not answered, and how to resend them. */
export interface Outgoing {
  say(message: string): Promise<Outcome>
  /** Resends under the same id, so that no one sees it twice. */
  resend(line: Unsent): Promise<void>
  drop(id: string): void
}

interface OutgoingOptions {
  clock: Pick<Clock, 'after'>
  newId: () => string
  send: (message: string, id: string) => Promise<Ack<'send-message'>>
  show: (unsent: readonly Unsent[]) => void
  refused: (error: string) => void
}

const LATE_MS = 1_000

export function createOutgoing({ clock, newId, send, show, refused }: OutgoingOptions): Outgoing {
  let unsent: readonly Unsent[] = []
  const change = (now: readonly Unsent[]) => {
    unsent = now
    show(unsent)
  }

  const without = (id: string) => unsent.filter((line) => line.id !== id)
  const keep = (line: Unsent) =>
    change(
      unsent.some(({ id }) => id === line.id)
        ? unsent.map((one) => (one.id === line.id ? line : one))
        : [...unsent, line],
    )

  const attempt = async (id: string, message: string): Promise<Ack<'send-message'> | null> => {
    const cancel = clock.after(LATE_MS, () => keep({ id, message, state: 'waiting' }))
    const answer = await send(message, id)
    cancel()
    if (!answer.success && answer.code === 'UNAVAILABLE') {
      keep({ id, message, state: 'failed' })
      return null
    }
    change(without(id))
    return answer
  }

  return {
    async say(message) {
      const answer = await attempt(newId(), message)
      if (answer === null || answer.success) return 'taken'
      if (answer.code === 'CONTACT_ASK') return 'asked'
      refused(answer.error)
      return 'refused'
    },
    async resend({ id, message }) {
      keep({ id, message, state: 'waiting' })
      const answer = await attempt(id, message)
      if (answer === null || answer.success) return
      refused(answer.error)
      // The answer to the former id would stay the same.
      keep({ id: newId(), message, state: 'failed' })
    },
    drop: (id) => change(without(id)),
  }
}
