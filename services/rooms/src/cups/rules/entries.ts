import type { Refused } from '@kla/chassis'
import { invalidInput, REASON_MAX, refusedField } from '@kla/proto/web'
import { hasLength, refuse } from '../../shared/rules/input.js'
import type { CupMoment, EnterCommand, RenameCommand, UpdateCommand } from './command.js'
import { type Cup, type Entry, entryOf, playersOf, type Tie } from './cup.js'
import { type CupFields, cupFields } from './fields.js'

export const newCup = (id: string, fields: CupFields, { nowMs, rules }: Pick<CupMoment, 'nowMs' | 'rules'>): Cup => ({
  id,
  ...fields,
  checkInAtMs: fields.startsAtMs - rules.checkInMs,
  phase: 'open',
  entries: [],
  ties: [],
  championId: 0,
  endedAtMs: 0,
  verdictsUntilMs: 0,
  cancelReason: '',
  version: 1,
  createdAtMs: nowMs,
})

export const isOpen = ({ phase, startsAtMs }: Cup, nowMs: number): boolean => phase === 'open' && nowMs < startsAtMs

/** Enters a player, checked in if check-in has begun, or puts back an entry as it was. */
export function enter(
  cup: Cup,
  { accountId, username, avatar, nameRevision, alias, removed }: EnterCommand,
  { nowMs }: CupMoment,
): Cup | Refused {
  if (!isOpen(cup, nowMs)) return refuse('CUP_CLOSED')
  if (entryOf(cup, accountId)) return cup
  if (cup.entries.length >= cup.capacity) return refuse('CUP_FULL')
  const ordinal = 1 + Math.max(0, ...cup.entries.map((entry) => entry.ordinal))
  const entry: Entry = {
    accountId,
    username,
    avatar,
    nameRevision,
    alias,
    ordinal,
    checkedIn: nowMs >= cup.checkInAtMs && (removed?.checkedIn ?? true),
  }
  const place = removed ? removed.seed - 1 : cup.entries.length
  return { ...cup, entries: [...cup.entries.slice(0, place), entry, ...cup.entries.slice(place)] }
}

export function renameEntry(cup: Cup, { accountId, username, avatar, nameRevision = 0, alias }: RenameCommand): Cup {
  const entry = entryOf(cup, accountId)
  if (!entry || (entry.nameRevision ?? 0) >= nameRevision) return cup
  const renamed: Entry = { ...entry, username, avatar, nameRevision, ...(alias === undefined ? {} : { alias }) }
  return { ...cup, entries: cup.entries.map((one) => (one === entry ? renamed : one)) }
}

/** Returns the same cup to a player without an entry, as after a lost answer. */
export function withdraw(cup: Cup, accountId: number, { nowMs }: CupMoment): Cup | Refused {
  if (!isOpen(cup, nowMs)) return refuse('CUP_CLOSED')
  if (!entryOf(cup, accountId)) return cup
  return { ...cup, entries: cup.entries.filter((entry) => entry.accountId !== accountId) }
}

export function checkIn(cup: Cup, accountId: number, { nowMs }: CupMoment): Cup | Refused {
  const entry = entryOf(cup, accountId)
  if (!entry) return refuse('NOT_ENTERED')
  if (!isOpen(cup, nowMs) || nowMs < cup.checkInAtMs) return refuse('NOT_CHECKING_IN')
  if (entry.checkedIn) return cup
  return { ...cup, entries: cup.entries.map((one) => (one === entry ? { ...one, checkedIn: true } : one)) }
}

/** Ranks named entries first, others by time of entering. */
export function seed(cup: Cup, order: readonly number[], { nowMs }: CupMoment): Cup | Refused {
  if (!isOpen(cup, nowMs)) return refuse('CUP_CLOSED')
  if (new Set(order).size !== order.length) return refusedField('order')
  const named = order.map((accountId) => entryOf(cup, accountId)).filter((entry) => entry !== undefined)
  if (named.length !== order.length) return refuse('NOT_ENTERED')
  const rest = cup.entries.filter((entry) => !named.includes(entry)).sort((one, other) => one.ordinal - other.ordinal)
  return { ...cup, entries: [...named, ...rest] }
}

export function updateCup(cup: Cup, { given }: UpdateCommand, { nowMs, rules }: CupMoment): Cup | Refused {
  if (!isOpen(cup, nowMs)) return refuse('CUP_CLOSED')
  const { name, mode, category, capacity, startsAtMs } = cup
  const fields = cupFields({ name, mode, category, capacity, startsAtMs, ...given }, nowMs)
  if ('refused' in fields) return fields
  if (fields.capacity < cup.entries.length) {
    return invalidInput(`${cup.entries.length} players have entered already.`)
  }
  const checkInAtMs = fields.startsAtMs - rules.checkInMs
  // They had checked in for the former start.
  const entries = nowMs < checkInAtMs ? cup.entries.map((entry) => ({ ...entry, checkedIn: false })) : cup.entries
  return { ...cup, ...fields, checkInAtMs, entries }
}

/** Cancels a cup; running battles continue outside it. */
export function cancelCup(cup: Cup, reason: string, { nowMs }: CupMoment): Cup | Refused {
  if (!hasLength(reason, 0, REASON_MAX)) return refusedField('reason')
  if (cup.phase !== 'open' && cup.phase !== 'running') return refuse('CUP_CLOSED')
  return { ...cup, phase: 'cancelled', cancelReason: reason, endedAtMs: nowMs }
}

/** The player's next step in a cup. */
export interface NextStep {
  readonly cup: Cup
  readonly tie?: Tie
}

export function nextStep(cups: readonly Cup[], accountId: number, nowMs: number): NextStep | undefined {
  const steps = cups.map((cup) => stepIn(cup, accountId, nowMs)).filter((step) => step !== undefined)
  return steps.sort((one, other) => urgency(one) - urgency(other) || dueMs(one) - dueMs(other))[0]
}

function stepIn(cup: Cup, accountId: number, nowMs: number): NextStep | undefined {
  if (cup.phase === 'running') {
    const tie = cup.ties.find((one) => one.state !== 'decided' && playersOf(one).includes(accountId))
    return tie && { cup, tie }
  }
  const due = isOpen(cup, nowMs) && nowMs >= cup.checkInAtMs
  return due && cup.entries.some((entry) => entry.accountId === accountId && !entry.checkedIn) ? { cup } : undefined
}

function urgency({ tie }: NextStep): number {
  if (!tie) return 2
  return { playing: 0, called: 1, disputed: 3, waiting: 4, decided: 5 }[tie.state]
}

const dueMs = ({ cup, tie }: NextStep): number => tie?.deadlineMs ?? cup.startsAtMs
