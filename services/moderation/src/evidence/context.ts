import type { Bus, Call, Logger } from '@kla/chassis'
import { LinesWaiting, LinesWanted, Phase, subjects, type BattleView, type Meeting } from '@kla/proto'
import type { Clients } from '../shared/clients.js'
import type { RevealLog } from './reveal-log.js'
import {
  lastLines, readLines, type ContextLine, type ContextPerson, type ContextPhase, type ContextReveal, type ReportContext,
} from './rules.js'
import type { TranscriptStore } from './store.js'

/**
 * What both said while together, and their running battle. What is not answered in time is left empty: a report is
 * never lost.
 */
export type TakeContext = (
  meeting: Meeting,
  people: readonly [reporter: ContextPerson, reported: ContextPerson],
  call: Pick<Call, 'principalToken' | 'requestId'>,
) => Promise<ReportContext>

export interface TakeContextDeps {
  readonly engine: Clients['engine']
  readonly transcripts: Pick<TranscriptStore, 'linesOf'>
  readonly fetchLines: FetchLines
  readonly reveals: Pick<RevealLog, 'between'>
  readonly log: Logger
  readonly now: () => number
}

const BATTLE_TIMEOUT_MS = 1_000
/** Lines have their gateway's time, meetings that of Redis. */
const CLOCK_SKEW_MS = 2_000

export function createTakeContext({ engine, transcripts, fetchLines, reveals, log, now }: TakeContextDeps): TakeContext {
  return async (meeting, people, { principalToken, requestId }) => {
    const context = { principal: principalToken, requestId, deadlineMs: BATTLE_TIMEOUT_MS }
    const { roomId } = meeting
    const ifAnswered = <T>(answer: Promise<T>, missing: string): Promise<T | undefined> =>
      answer.catch((err: unknown) => {
        log.warn({ err, requestId, missing }, 'report lacks a part of its evidence')
        return undefined
      })

    const takenAtMs = now()
    const linesOf = async (): Promise<readonly ContextLine[]> => {
      const waiting = await Promise.all(
        meeting.gatewayIds.map((gatewayId) => ifAnswered(fetchLines(gatewayId, roomId), 'newest lines')),
      )
      // Read afterwards: a line that has left its gateway is here by now.
      const kept = await ifAnswered(transcripts.linesOf(roomId), 'lines')
      return [...(kept ?? []), ...waiting.flatMap((lines) => lines ?? [])]
    }
    const accounts = people.map(({ accountId }) => accountId)
    const [battle, lines, revealed = []] = await Promise.all([
      meeting.together ? ifAnswered(engine.getBattle({ roomId }, context), 'battle') : undefined,
      linesOf(),
      ifAnswered(reveals.between(roomId, accounts, timeOf(meeting, takenAtMs)), 'reveals'),
    ])
    return contextOf({ meeting, people, battle, lines: linesBetween(people, meeting, lines), revealed, takenAtMs })
  }
}

const timeOf = ({ fromMs, toMs }: Meeting, nowMs: number) => ({
  fromMs: fromMs - CLOCK_SKEW_MS,
  toMs: (toMs === 0 ? nowMs : toMs) + CLOCK_SKEW_MS,
})

/** Lines of other people, and of other times, are no evidence. */
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
  readonly revealed: readonly ContextReveal[]
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
    reveals: known.revealed,
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

export type FetchLines = (gatewayId: string, roomId: string) => Promise<readonly ContextLine[]>

const LINES_TIMEOUT_MS = 500

export const createFetchLines =
  (bus: Pick<Bus, 'ask'>): FetchLines =>
  async (gatewayId, roomId) => {
    const question = LinesWanted.encode({ roomId }).finish()
    const answer = LinesWaiting.decode(await bus.ask(subjects.gatewayLines(gatewayId), question, LINES_TIMEOUT_MS))
    const lines = readLines(answer.lines.filter((line) => line.roomId === roomId))
    if ('refused' in lines) throw new Error(`invalid lines from gateway ${gatewayId}`)
    return lines.map(({ lineId, accountId, username, message, saidAtMs }) => {
      return { lineId, accountId, username, message, saidAtMs }
    })
  }
