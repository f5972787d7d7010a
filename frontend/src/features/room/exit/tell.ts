import type { Ack, AckData, ClientEventData } from '@kla/proto/web'

type Answer = AckData['leave-and-block']

interface TellingDeps {
  getOut: (data: ClientEventData<'leave-and-block'>) => Promise<Ack<'leave-and-block'>>
  /** Blocks without a room: for a connection that is closed for good, or a seat that is gone. */
  block: (id: number) => Promise<'done' | 'refused' | 'failed'>
  isClosed: () => boolean
  pause: () => Promise<void>
}

/** Errors of a server that cannot do it now. All others mean that there is no seat any more. */
const TRANSIENT: ReadonlySet<string> = new Set(['UNAVAILABLE', 'RATE_LIMITED', 'INTERNAL', 'NOT_SIGNED_IN'])

/**
 * Repeats the panic exit and its block until the server has answered. A null `personId` blocks the player the server
 * knows of.
 */
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
