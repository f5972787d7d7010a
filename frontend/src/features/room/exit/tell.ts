import type { Ack, AckData, ClientEventData } from '@kla/proto/web'

type Answer = AckData['leave-and-block']

interface TellingDeps {
  getOut: (data: ClientEventData<'leave-and-block'>) => Promise<Ack<'leave-and-block'>>
  /** Blocks without a room: for a connection that is closed for good, or a seat that is gone. */
  block: (id: number) => Promise<'done' | 'refused' | 'failed'>
  isClosed: () => boolean
  pause: () => Promise<void>
}

/** The server could not do it now. Everything else means that there is no seat any more. */
const TRANSIENT: ReadonlySet<string> = new Set(['UNAVAILABLE', 'RATE_LIMITED', 'INTERNAL', 'NOT_SIGNED_IN'])

/** Repeats until Kla has answered: this player is out, and blocks that one (null: the one the server knows of). */
export async function tellUntilAnswered(deps: TellingDeps, roomId: string, personId: number | null): Promise<Answer> {
  const { getOut, block, isClosed, pause } = deps
  while (!isClosed()) {
    const answer = await getOut({ roomId, ...(personId === null ? {} : { id: personId }) })
    if (answer.success && (answer.blockedId !== null || personId === null)) return answer
    if (answer.success || !TRANSIENT.has(answer.code)) break
    if (!isClosed()) await pause()
  }
  if (personId === null) return { blockedId: null, incident: null }
  for (;;) {
    const outcome = await block(personId)
    if (outcome !== 'failed') return { blockedId: outcome === 'done' ? personId : null, incident: null }
    await pause()
  }
}
