import { type Bus, type Call, KlaError, type Logger } from '@kla/chassis'
import { type FindPlayedBattleResponse, LinesWaiting, LinesWanted, type Meeting, Phase, subjects } from '@kla/proto'
import type { Clients } from '../shared/clients.js'
import type { RevealLog } from './reveal-log.js'
import {
  type ContextLine,
  type ContextPerson,
  type ContextPhase,
  type ContextReveal,
  lastLines,
  readLines,
  type ReportContext,
} from './rules.js'
import type { TranscriptStore } from './store.js'

/** Collects chat, reveals and battle of two players. Late parts stay empty, so that no report is lost. */
export type TakeContext = (
  meeting: Meeting,
  people: readonly [reporter: ContextPerson, reported: ContextPerson],
  call: Pick<Call, 'principalToken' | 'requestId'>,
) => Promise<ReportContext>

/** Sources of a report's context, and a clock. */
export interface TakeContextDeps {
  readonly engine: Clients['engine']
  readonly transcripts: Pick<TranscriptStore, 'linesOf'>
  readonly fetchLines: FetchLines
  readonly reveals: Pick<RevealLog, 'between'>
  readonly log: Logger
  readonly now: () => number
}

const BATTLE_TIMEOUT_MS = 1_000
/** Clock difference between gateways, which date chat messages, and Redis, which dates meetings. */
const CLOCK_SKEW_MS = 2_000

export function createTakeContext({
  engine,
  transcripts,
  fetchLines,
  reveals,
  log,
  now,
}: TakeContextDeps): TakeContext {
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
      // Read last, to include chat messages that have just left their gateway.
      const kept = await ifAnswered(transcripts.linesOf(roomId), 'lines')
      return [...(kept ?? []), ...waiting.flatMap((lines) => lines ?? [])]
    }
    const accounts = people.map(({ accountId }) => accountId)
    const [played, lines, revealed = []] = await Promise.all([
      ifAnswered(engine.findPlayedBattle({ roomId }, context).catch(orNoBattle), 'battle'),
      linesOf(),
      ifAnswered(reveals.between(roomId, accounts, timeOf(meeting, takenAtMs)), 'reveals'),
    ])
    const battle = played && isTheirs(played, meeting, people) ? played : undefined
    return contextOf({ meeting, people, battle, lines: linesBetween(people, meeting, lines), revealed, takenAtMs })
  }
}

function orNoBattle(error: unknown): undefined {
  if (error instanceof KlaError && error.reason === 'ROOM_NOT_FOUND') return undefined
  throw error
}

/** True unless the battle was with an earlier or later opponent. A spectator watches a running one. */
const isTheirs = (
  { players, phase }: FindPlayedBattleResponse,
  { together }: Meeting,
  people: readonly ContextPerson[],
): boolean => people.every(({ accountId }) => players.includes(accountId)) || (together && phase !== Phase.RESULT)

const timeOf = ({ fromMs, toMs }: Meeting, nowMs: number) => ({
  fromMs: fromMs - CLOCK_SKEW_MS,
  toMs: (toMs === 0 ? nowMs : toMs) + CLOCK_SKEW_MS,
})

function linesBetween(
  people: readonly ContextPerson[],
  { fromMs, toMs }: Meeting,
  lines: readonly ContextLine[],
): ContextLine[] {
  const untilMs = toMs === 0 ? Infinity : toMs + CLOCK_SKEW_MS
  return lines.filter(
    ({ accountId, saidAtMs }) =>
      people.some((person) => person.accountId === accountId) &&
      saidAtMs >= fromMs - CLOCK_SKEW_MS &&
      saidAtMs <= untilMs,
  )
}

function contextOf(known: {
  readonly meeting: Meeting
  readonly people: readonly ContextPerson[]
  readonly battle: FindPlayedBattleResponse | undefined
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

/** Asks a gateway for chat messages it has not stored yet. */
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
