import type { Ack } from '@kla/proto/web'
import type { Clock } from '../../../shared/realtime/clock.js'

/**
 * Message that was not sent. `waiting`: resent automatically; `failed`: resent on request; `asked`: has contact details,
 * which arrive hidden if it is sent again.
 */
export interface Unsent {
  readonly id: string
  readonly message: string
  readonly state: 'waiting' | 'failed' | 'asked'
}

/** Messages not sent yet, and how to resend them. */
export interface Outgoing {
  say(message: string): Promise<void>
  /** Resends an unanswered message under the same id, so that no one sees it twice. */
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
  const keep = (line: Unsent, formerId = line.id) =>
    change(
      unsent.some(({ id }) => id === formerId)
        ? unsent.map((one) => (one.id === formerId ? line : one))
        : [...unsent, line],
    )

  const attempt = async (id: string, message: string): Promise<void> => {
    const cancel = clock.after(LATE_MS, () => keep({ id, message, state: 'waiting' }))
    const answer = await send(message, id)
    cancel()
    if (answer.success) return change(without(id))
    if (answer.code === 'UNAVAILABLE') return keep({ id, message, state: 'failed' })
    const asked = answer.code === 'CONTACT_ASK'
    if (!asked) refused(answer.error)
    // The answer to the former id would stay the same.
    keep({ id: newId(), message, state: asked ? 'asked' : 'failed' }, id)
  }

  return {
    say: (message) => attempt(newId(), message),
    async resend({ id, message }) {
      keep({ id, message, state: 'waiting' })
      await attempt(id, message)
    },
    drop: (id) => change(without(id)),
  }
}
