import type { Refused } from '@kla/chassis'
import { isUuid, REPORT_LINES_MAX, REPORT_SPEAKERS_MAX } from '@kla/proto/web'
import { isId } from '../shared/rules.js'

/** The room's phase, empty without a battle. */
export type ContextPhase = 'waiting' | 'prompt' | 'show' | 'vote' | 'result' | ''

/** What two players said, saw and played together. */
export interface ReportContext {
  readonly roomId: string
  readonly roomName: string
  readonly mode: string
  readonly category: string
  readonly battleId: string
  readonly phase: ContextPhase
  readonly round: number
  readonly takenAtMs: number
  readonly people: readonly ContextPerson[]
  readonly lines: readonly ContextLine[]
  readonly receivedGif: string
  readonly reveals?: readonly ContextReveal[]
}

/** When two players saw each other. */
export interface ContextReveal {
  readonly epoch: number
  readonly openedAtMs: number
  /** Unix milliseconds; 0 while open. */
  readonly closedAtMs: number
  readonly closedBy: number
  readonly closedWhy: string
}

export const REVEALS_MAX = 20

/** An account with its name then. */
export interface ContextPerson {
  readonly accountId: number
  readonly username: string
  readonly discordId: string
}

/** A chat message as evidence stores it. */
export interface ContextLine {
  /** Identifies copies of the same chat message. */
  readonly lineId: string
  readonly accountId: number
  readonly username: string
  readonly message: string
  readonly saidAtMs: number
}

/** Returns the newest context with all names, chat and reveals. */
export function uniteContexts(contexts: readonly ReportContext[]): ReportContext | undefined {
  const byAge = [...contexts].sort((one, other) => other.takenAtMs - one.takenAtMs || compare(one, other))
  const [newest] = byAge
  if (!newest) return undefined
  return {
    ...newest,
    people: unique(
      byAge.flatMap(({ people }) => people),
      ({ accountId }) => accountId,
    ),
    lines: lastLines(byAge.flatMap(({ lines }) => lines)),
    receivedGif: byAge.find(({ receivedGif }) => receivedGif !== '')?.receivedGif ?? '',
    reveals: uniteReveals(byAge.flatMap(({ reveals = [] }) => reveals)),
  }
}

/** Prefers the newest report of an epoch: it knows of the close. */
const uniteReveals = (newestFirst: readonly ContextReveal[]): ContextReveal[] =>
  unique(newestFirst, ({ openedAtMs, epoch }) => `${openedAtMs} ${epoch}`)
    .sort((one, other) => one.openedAtMs - other.openedAtMs || one.epoch - other.epoch)
    .slice(-REVEALS_MAX)

/** Last messages of each recent speaker: no one can push out another's. */
export function lastLines(lines: readonly ContextLine[]): ContextLine[] {
  const newestFirst = unique(lines, ({ lineId }) => lineId).sort(
    (one, other) => other.saidAtMs - one.saidAtMs || (one.lineId < other.lineId ? 1 : -1),
  )
  const taken = new Map<number, number>()
  const last = newestFirst.filter(({ accountId }) => {
    const before = taken.get(accountId) ?? 0
    if (before === REPORT_LINES_MAX || (before === 0 && taken.size === REPORT_SPEAKERS_MAX)) return false
    taken.set(accountId, before + 1)
    return true
  })
  return last.reverse()
}

function unique<T>(all: readonly T[], keyOf: (one: T) => unknown): T[] {
  const first = new Map<unknown, T>()
  for (const one of all) if (!first.has(keyOf(one))) first.set(keyOf(one), one)
  return [...first.values()]
}

function compare(one: ReportContext, other: ReportContext): number {
  const [first, second] = [JSON.stringify(one), JSON.stringify(other)]
  return first < second ? -1 : first > second ? 1 : 0
}

export interface RoomLine extends ContextLine {
  readonly roomId: string
}

/** One room's chat messages as JSON text. */
export interface LinesText {
  readonly roomId: string
  readonly lines: string
}

const LINES_MAX = 5_000
/** UTF-16 units, above the limit of gateways. */
const TEXT_MAX = 2_000

export function readLines(lines: readonly RoomLine[]): readonly RoomLine[] | Refused {
  const sound = lines.length <= LINES_MAX && lines.every(isSound)
  return sound ? lines : { refused: 'INVALID_FIELD' }
}

export function readTexts(rooms: readonly LinesText[]): readonly LinesText[] | Refused {
  let count = 0
  for (const { roomId, lines } of rooms) {
    const read = readText(lines)
    count += read?.length ?? 0
    if (!read || !isUuid(roomId) || count > LINES_MAX) return { refused: 'INVALID_FIELD' }
  }
  return rooms
}

function readText(text: string): readonly ContextLine[] | undefined {
  try {
    const lines: unknown = JSON.parse(text)
    return Array.isArray(lines) && lines.every(isLine) ? lines : undefined
  } catch {
    return undefined
  }
}

function isLine(value: unknown): value is ContextLine {
  const { lineId, accountId, username, message, saidAtMs } = (value ?? {}) as Partial<
    Record<keyof ContextLine, unknown>
  >
  return (
    typeof lineId === 'string' &&
    typeof accountId === 'number' &&
    typeof username === 'string' &&
    typeof message === 'string' &&
    typeof saidAtMs === 'number' &&
    isSoundLine({ lineId, accountId, username, message, saidAtMs })
  )
}

const isSound = ({ roomId, ...line }: RoomLine): boolean => isUuid(roomId) && isSoundLine(line)

const isSoundLine = ({ lineId, accountId, username, message, saidAtMs }: ContextLine): boolean =>
  isUuid(lineId) &&
  isId(accountId) &&
  Number.isSafeInteger(saidAtMs) &&
  [username, message].every((text) => text.length <= TEXT_MAX)
