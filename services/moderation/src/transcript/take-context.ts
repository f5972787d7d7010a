import type { Call, Logger } from '@kla/chassis'
import { Phase, type BattleView, type Room } from '@kla/proto'
import type { Clients } from '../clients/clients.js'
import { lastLines, type ContextLine, type ContextPhase, type ReportContext } from '../domain/reports/context.js'
import type { TranscriptStore } from '../store/transcript-store.js'
import type { AskForLines } from './ask-for-lines.js'

/**
 * What is known of the reporter's room in this moment, asked with the reporter's own principal. Undefined when it has
 * no room or rooms does not say; whatever else is not answered in time is left empty: a report is never lost for it.
 */
export type TakeContext = (call: Pick<Call, 'principalToken' | 'requestId'>) => Promise<ReportContext | undefined>

export interface TakeContextParts {
  readonly rooms: Clients['rooms']
  readonly engine: Clients['engine']
  readonly transcripts: Pick<TranscriptStore, 'linesOf'>
  readonly askForLines: AskForLines
  readonly log: Logger
  /** Unix milliseconds. */
  readonly now: () => number
}

/** How long each of the others has to answer, milliseconds. */
const ANSWER_WITHIN_MS = 1_000

export function createTakeContext({ rooms, engine, transcripts, askForLines, log, now }: TakeContextParts): TakeContext {
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
    const readLines = async (): Promise<readonly ContextLine[]> => {
      const waiting = await Promise.all(
        gatewaysOf(room).map((gatewayId) => ifAnswered(askForLines(gatewayId, room.id), 'newest lines')),
      )
      // Read afterwards: a line that does not wait at its gateway any more is here by now.
      const kept = await ifAnswered(transcripts.linesOf(room.id), 'lines')
      return [...(kept ?? []), ...waiting.flatMap((lines) => lines ?? [])]
    }
    const [battle, lines] = await Promise.all([
      ifAnswered(engine.getBattle({ roomId: room.id }, context), 'battle'),
      readLines(),
    ])
    return contextOf({ room, battle, lines, takenAtMs })
  }
}

/** Where somebody of a room is connected, and its newest lines are. */
const gatewaysOf = ({ seats, watchers }: Room): readonly string[] => [
  ...new Set([...seats, ...watchers].flatMap(({ connection }) => (connection ? [connection.gatewayId] : []))),
]

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
