import type { Ack, AckData, ClientEventData } from '@kla/proto/web'
import type { BlockOutcome } from '../../../entities/blocks/ask-to-block.js'

type Answer = AckData['leave-and-block']

interface ExitDeps {
  getOut: (data: ClientEventData<'leave-and-block'>) => Promise<Ack<'leave-and-block'>>
  /** Blocks without a room, for a closed connection or lost seat. */
  block: (id: number) => Promise<BlockOutcome>
  isClosed: () => boolean
  pause: () => Promise<void>
}

/** Answers that no repeat changes: the seat is gone, or the request is wrong. After any other it may still be taken. */
const FINAL: ReadonlySet<string> = new Set(['NOT_SEATED', 'INVALID_FIELD'])

/**
 * Repeats the panic exit and its block until the server answers. A null `personId` blocks the player known to the
 * server.
 */
export async function exitUntilAnswered(deps: ExitDeps, roomId: string, personId: number | null): Promise<Answer> {
  const { getOut, isClosed, pause } = deps
  while (!isClosed()) {
    const answer = await getOut({ roomId, ...(personId === null ? {} : { id: personId }) })
    if (answer.success && (answer.blockedId !== null || personId === null)) return answer
    if (answer.success || FINAL.has(answer.code)) break
    if (!isClosed()) await pause()
  }
  const isBlocked = personId !== null && (await blockUntilAnswered(deps, personId))
  return { blockedId: isBlocked ? personId : null, incident: null }
}

/** Repeats a block without a room until the server answers. False if it refuses. */
export async function blockUntilAnswered({ block, pause }: Pick<ExitDeps, 'block' | 'pause'>, id: number) {
  for (;;) {
    const outcome = await block(id)
    if (outcome !== 'failed') return outcome === 'done'
    await pause()
  }
}
