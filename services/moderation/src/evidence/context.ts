import type { Bus, Call, Logger } from '@kla/chassis'
import { type BattleView, LinesWaiting, LinesWanted, type Meeting, Phase, subjects } from '@kla/proto'
import type { Clients } from '../shared/clients.js'
import { type ContextLine, type ContextPerson, type ContextPhase, lastLines, readLines, type ReportContext } from './rules.js'
import type { TranscriptStore } from './store.js'

/** Asks a gateway for the lines of a room that it has not handed in yet. Rejects when it does not answer in time. */
type AskForLines = (gatewayId: string, roomId: string) => Promise<readonly ContextLine[]>

/** A report matters more than the last lines in it. */
const LINES_WITHIN_MS = 500

export const createAskForLines =
  (bus: Pick<Bus, 'ask'>): AskForLines =>
  async (gatewayId, roomId) => {
    const question = LinesWanted.encode({ roomId }).finish()
    const answer = LinesWaiting.decode(await bus.ask(subjects.gatewayLines(gatewayId), question, LINES_WITHIN_MS))
    const lines = readLines(answer.lines.filter((line) => line.roomId === roomId))
    if ('refused' in lines) throw new Error(`lines that are none, of gateway ${gatewayId}`)
    return lines.map(({ lineId, accountId, username, message, saidAtMs }) => {
      return { lineId, accountId, username, message, saidAtMs }
    })
  }

/**
 * What is known of the room in which a reporter met whom it reports, whether or not they have left it: the lines of these two
 * from the time they were together, and the battle as long as they are. Whatever is not answered in time is left empty: a
 * report is never lost for it.
 */
export type TakeContext = (
  meeting: Meeting,
  people: readonly [reporter: ContextPerson, reported: ContextPerson],
  call: Pick<Call, 'principalToken' | 'requestId'>,
) => Promise<ReportContext>

export interface TakeContextParts {
  readonly engine: Clients['engine']
  readonly transcripts: Pick<TranscriptStore, 'linesOf'>
  readonly askForLines: AskForLines
  readonly log: Logger
  /** Unix milliseconds. */
  readonly now: () => number
}

/** How long each of the others has to answer, milliseconds. */
const ANSWER_WITHIN_MS = 1_000
/** Lines have their gateway's time, meetings that of Redis: by so much they may differ. */
const CLOCK_SKEW_MS = 2_000

export function createTakeContext({ engine, transcripts, askForLines, log, now }: TakeContextParts): TakeContext {
  return async (meeting, people, { principalToken, requestId }) => {
    const context = { principal: principalToken, requestId, deadlineMs: ANSWER_WITHIN_MS }
    const { roomId } = meeting
    const ifAnswered = <T>(answer: Promise<T>, missing: string): Promise<T | undefined> =>
      answer.catch((err: unknown) => {
        log.warn({ err, requestId, missing }, 'a report goes without a part of its evidence')
        return undefined
      })

    const takenAtMs = now()
    const readLines = async (): Promise<readonly ContextLine[]> => {
      const waiting = await Promise.all(
        meeting.gatewayIds.map((gatewayId) => ifAnswered(askForLines(gatewayId, roomId), 'newest lines')),
      )
      // Read afterwards: a line that does not wait at its gateway any more is here by now.
      const kept = await ifAnswered(transcripts.linesOf(roomId), 'lines')
      return [...(kept ?? []), ...waiting.flatMap((lines) => lines ?? [])]
    }
    const [battle, lines] = await Promise.all([
      meeting.together ? ifAnswered(engine.getBattle({ roomId }, context), 'battle') : undefined,
      readLines(),
    ])
    return contextOf({ meeting, people, battle, lines: linesBetween(people, meeting, lines), takenAtMs })
  }
}

/** What the two have said while they were together: what others said there, or they to others, is no evidence. */
function linesBetween(
  people: readonly ContextPerson[],
  { fromMs, toMs }: Meeting,
  lines: readonly ContextLine[],
): ContextLine[] {
  const untilMs = toMs === 0 ? Infinity : toMs + CLOCK_SKEW_MS
  return lines.filter(
    ({ accountId, saidAtMs }) =>
      people.some((person) => person.accountId === accountId) && saidAtMs >= fromMs - CLOCK_SKEW_MS && saidAtMs <= untilMs,
  )
}

function contextOf(known: {
  readonly meeting: Meeting
  readonly people: readonly ContextPerson[]
  readonly battle: BattleView | undefined
  readonly lines: readonly ContextLine[]
  readonly takenAtMs: number
}): ReportContext {
  const { meeting, people, battle, takenAtMs } = known
  return {
    roomId: meeting.roomId,
    roomName: meeting.roomName,
    mode: meeting.mode,
    category: meeting.category,
    battleId: battle?.battleId ?? '',
    phase: battle ? PHASES[battle.phase] : '',
    round: battle?.round ?? 0,
    takenAtMs,
    people,
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
