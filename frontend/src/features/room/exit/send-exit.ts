import type { Ack, AckData, ClientEventData } from '@kla/proto/web'

type Answer = AckData['leave-and-block']

interface ExitDeps {
  getOut: (data: ClientEventData<'leave-and-block'>) => Promise<Ack<'leave-and-block'>>
  /** Blocks without a room, for a closed connection or lost seat. */
  block: (id: number) => Promise<'done' | 'refused' | 'failed'>
  isClosed: () => boolean
  pause: () => Promise<void>
}

/** Temporary errors; all others mean that the seat is gone. */
const TRANSIENT: ReadonlySet<string> = new Set(['UNAVAILABLE', 'RATE_LIMITED', 'INTERNAL', 'NOT_SIGNED_IN'])

/**
 * Repeats the panic exit and its block until the server answers. A null `personId` blocks the player known to the
 * server.
 */
export async function exitUntilAnswered(deps: ExitDeps, roomId: string, personId: number | null): Promise<Answer> {
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
