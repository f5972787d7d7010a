import type { Call, Logger } from '@kla/chassis'
import { Phase, type BattleView, type Room } from '@kla/proto'
import type { Clients } from '../clients/clients.js'
import { lastLines, type ContextLine, type ContextPhase, type ReportContext } from '../domain/reports/context.js'
import type { TranscriptStore } from '../store/transcript-store.js'

/**
 * What is known of the reporter's room in this moment, asked with the reporter's own principal. Undefined when it has
 * no room or rooms does not say; whatever else is not answered in time is left empty: a report is never lost for it.
 */
export type TakeContext = (call: Pick<Call, 'principalToken' | 'requestId'>) => Promise<ReportContext | undefined>

export interface TakeContextParts {
  readonly rooms: Clients['rooms']
  readonly engine: Clients['engine']
  readonly transcripts: Pick<TranscriptStore, 'linesOf'>
  readonly log: Logger
  /** Unix milliseconds. */
  readonly now: () => number
}

/** How long each of the others has to answer, milliseconds. */
const ANSWER_WITHIN_MS = 1_000

export function createTakeContext({ rooms, engine, transcripts, log, now }: TakeContextParts): TakeContext {
  return async ({ principalToken, requestId }) => {
    const context = { principal: principalToken, requestId, deadlineMs: ANSWER_WITHIN_MS }
    const ifAnswered = <T>(answer: Promise<T>, missing: string): Promise<T | undefined> =>
      answer.catch((err: unknown) => {
        log.warn({ err, requestId, missing }, 'a report goes without a part of its evidence')
        return undefined
      })

    const takenAtMs = now()
    const room = (await ifAnswered(rooms.getOwnRoom({}, context), 'room'))?.room
    if (!room) return undefined
    const [battle, lines = []] = await Promise.all([
      ifAnswered(engine.getBattle({ roomId: room.id }, context), 'battle'),
      ifAnswered(transcripts.linesOf(room.id), 'lines'),
    ])
    return contextOf({ room, battle, lines, takenAtMs })
  }
}

function contextOf(known: {
  readonly room: Room
  readonly battle: BattleView | undefined
  readonly lines: readonly ContextLine[]
  readonly takenAtMs: number
}): ReportContext {
  const { room, battle, takenAtMs } = known
  return {
    roomId: room.id,
    roomName: room.name,
    mode: room.mode,
    category: room.category,
    battleId: battle?.battleId ?? '',
    phase: battle ? PHASES[battle.phase] : '',
    round: battle?.round ?? 0,
    takenAtMs,
    people: room.seats.map(({ accountId, username, discordId }) => ({ accountId, username, discordId })),
    lines: lastLines(known.lines),
    receivedGif: battle?.receivedGif ?? '',
  }
}

const PHASES: Readonly<Record<Phase, ContextPhase>> = {
  [Phase.UNSPECIFIED]: '',
  [Phase.WAITING]: 'waiting',
  [Phase.PROMPT]: 'prompt',
  [Phase.SHOW]: 'show',
  [Phase.VOTE]: 'vote',
  [Phase.RESULT]: 'result',
  [Phase.UNRECOGNIZED]: '',
}
