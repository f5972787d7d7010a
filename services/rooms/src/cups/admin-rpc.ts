import {
  accepted,
  actId,
  type Administrator,
  auditEvent,
  type Call,
  exportedPages,
  type Handlers,
  KlaError,
  viewId,
} from '@kla/chassis'
import type { Cup as CupMessage, CupsServiceService, CupTie } from '@kla/proto'
import { EXPORT_ROWS_MAX, type Permission, TIE_FILTERS, visibleLine, visibleText } from '@kla/proto/web'
import type { Rooms } from '../seats/index.js'
import { cupAudited, cupsExported, type RecordEvent } from '../shared/audit.js'
import { hasLength, isCanonicalUuid } from '../shared/rules/input.js'
import type { Room } from '../shared/rules/room.js'
import type { Spectating } from '../spectating/index.js'
import { lineOf } from './cup-rows.js'
import type { CupStore } from './cup-store.js'
import { CUPS_CURSOR, tieCursor } from './cursors.js'
import type { CupExecutor } from './execute.js'
import type { CupLists, ListedTie, TieFilter, TieList } from './list-store.js'
import type { CupCommand } from './rules/command.js'
import { playersOf, type Tie, tieOf } from './rules/cup.js'
import { newCup } from './rules/entries.js'
import { cupFields, type GivenCupFields, pageFrom } from './rules/fields.js'
import { areVerdictsOver } from './rules/verdicts.js'
import { toCupMessage, toEntryMessage, toSummary, toTieMessage } from './to-proto.js'

export interface CupsAdminRpcDeps {
  readonly cups: CupExecutor
  readonly store: Pick<CupStore, 'add' | 'find'>
  readonly lists: CupLists
  readonly ties: TieList
  readonly rooms: Pick<Rooms, 'load'>
  readonly passes: Spectating['passes']
  readonly recordEvent: RecordEvent
  readonly now: () => number
}

type AdminMethods =
  | 'listAllCups'
  | 'exportCups'
  | 'createCup'
  | 'updateCup'
  | 'setEntry'
  | 'seedCup'
  | 'startCup'
  | 'cancelCup'
  | 'listTies'
  | 'exportTies'
  | 'getTie'
  | 'judgeTie'
  | 'issueWatchPass'

interface Change {
  readonly permission: Permission
  readonly action: `cups.${string}`
  readonly details: Readonly<Record<string, unknown>>
  /** Version seen; 0 or undefined skips the check. */
  readonly version?: number | undefined
  readonly command: CupCommand | ((by: { readonly id: number; readonly name: string }) => CupCommand)
}

/** Exceeds every login provider's limit. */
const NAME_MAX = 100
/** Players see only this name of a judge. */
const JUDGE = 'Judge'

export const cupAdminHandlers = (deps: CupsAdminRpcDeps): Pick<Handlers<typeof CupsServiceService>, AdminMethods> => {
  const { cups, store, lists, ties, rooms, passes, recordEvent, now } = deps

  const change = async (
    cupId: string,
    { permission, action, details, version = 0, command }: Change,
    call: Call,
  ): Promise<CupMessage> => {
    const administrator = await call.administrator(permission)
    const eventId = actId(action, administrator, call, { cupId, ...details })
    const events = () => [cupAudited(action, cupId, details, { administrator, call, atMs: now(), eventId })]
    const edit = { by: { id: administrator.id, name: administrator.name }, version }
    const cup = await cups.execute(cupId, typeof command === 'function' ? command(administrator) : command, {
      events,
      edit,
      actId: eventId,
    })
    return toCupMessage(accepted(cup), now())
  }
  const permission = 'cups.manage'

  /** Records that an administrator sees these ties, with who left them by a panic exit. Await it before replying. */
  const recordView = (
    action: 'cups.list' | 'cups.read',
    { cupId, ...details }: { readonly cupId?: string; readonly [detail: string]: unknown },
    { administrator, call }: { readonly administrator: Administrator; readonly call: Call },
  ): Promise<void> => {
    const atMs = now()
    const eventId = viewId(action, administrator, [cupId, details], atMs)
    const subject = cupId === undefined ? undefined : { kind: 'cup', id: cupId }
    const { requestId } = call
    return recordEvent(auditEvent('rooms', { action, subject, details, administrator, requestId, atMs, eventId }))
  }

  const withRooms = async (found: readonly ListedTie[]): Promise<CupTie[]> => {
    const roomOf = async ({ listed, tie }: ListedTie): Promise<Room | undefined> =>
      listed === 'running' ? (await rooms.load(tie.roomId)).room : undefined
    const roomsOfTies = await Promise.all(found.map(roomOf))
    const nowMs = now()
    return found.map((tie, at) => toCupTie(tie, roomsOfTies[at], nowMs))
  }

  return {
    async listAllCups(request, call) {
      await call.administrator('cups.read')
      const { cups: found, total, next } = await lists.all(accepted(pageFrom(request, CUPS_CURSOR)))
      const nowMs = now()
      return { cups: found.map((line) => toSummary(line, nowMs)), total, next: next && CUPS_CURSOR.write(next) }
    },

    async *exportCups({ list }, call) {
      const administrator = await call.administrator('cups.read')
      if (!list) throw new KlaError('INVALID_FIELD')
      const nowMs = now()
      const total = await lists.count()
      const details = { list: 'cups', rows: Math.min(total, EXPORT_ROWS_MAX) }
      await recordEvent(cupsExported(details, { administrator, call, atMs: nowMs }))
      yield { cups: [], total }
      const pages = exportedPages(async (page) => {
        const { cups: rows, next } = await lists.all(page)
        return { rows, next }
      })
      for await (const rows of pages) yield { cups: rows.map((line) => toSummary(line, nowMs)), total }
    },

    async createCup({ cupId, ...given }, call) {
      const administrator = await call.administrator(permission)
      if (!isCanonicalUuid(cupId)) throw new KlaError('INVALID_FIELD', 'A cup is named by a UUID.')
      // Late repeats would fail because the start has passed.
      const existing = await store.find(cupId)
      if (existing) return toCupMessage(existing, now())
      const { nowMs, rules } = cups.moment()
      const fields = accepted(cupFields(given, nowMs))
      const audited = cupAudited('cups.create', cupId, { ...fields }, { administrator, call, atMs: nowMs })
      return toCupMessage(await store.add(newCup(cupId, fields, { nowMs, rules }), [audited]), nowMs)
    },

    async updateCup({ cupId, version, ...fields }, call) {
      const given = withoutUndefined(fields)
      const command = { kind: 'update', given } as const
      return change(cupId, { permission, action: 'cups.update', details: given, version, command }, call)
    },

    async setEntry({ cupId, accountId, username: given, avatar, entered, alias, removed, version }, call) {
      await call.administrator(permission)
      const username = visibleLine(given)
      const valid = accountId > 0 && (!entered || (hasLength(username, 1, NAME_MAX) && hasLength(avatar, 0, NAME_MAX)))
      if (!valid || (removed && removed.seed < 1)) throw new KlaError('INVALID_FIELD')
      const command: CupCommand = entered
        ? { kind: 'enter', accountId, username, avatar, alias, removed }
        : { kind: 'withdraw', accountId }
      const details = { accountId, entered, ...removed }
      return change(cupId, { permission, action: 'cups.entry', details, version, command }, call)
    },

    async seedCup({ cupId, accountIds: order, version }, call) {
      const command = { kind: 'seed', order } as const
      return change(cupId, { permission, action: 'cups.seed', details: { order }, version, command }, call)
    },

    async startCup({ cupId, version }, call) {
      return change(cupId, { permission, action: 'cups.start', details: {}, version, command: { kind: 'start' } }, call)
    },

    async cancelCup({ cupId, reason: given, version }, call) {
      const reason = visibleText(given)
      return change(
        cupId,
        { permission, action: 'cups.cancel', details: {}, version, command: { kind: 'cancel', reason } },
        call,
      )
    },

    async listTies({ filter: given, ...request }, call) {
      const administrator = await call.administrator('cups.read')
      const filter = filterOf(given)
      const cursor = tieCursor(filter)
      const { ties: found, total, next } = await ties.page(filter, accepted(pageFrom(request, cursor)))
      const shown = found.map(({ cupId, tie }) => `${cupId} ${tie.id}`)
      await recordView('cups.list', { filter, ties: shown }, { administrator, call })
      return { ties: await withRooms(found), total, next: next && cursor.write(next) }
    },

    async *exportTies({ list }, call) {
      const administrator = await call.administrator('cups.read')
      if (!list) throw new KlaError('INVALID_FIELD')
      const filter = filterOf(list.filter)
      const total = await ties.count(filter)
      const details = { list: 'ties', filter, rows: Math.min(total, EXPORT_ROWS_MAX) }
      await recordEvent(cupsExported(details, { administrator, call, atMs: now() }))
      yield { ties: [], total }
      const pages = exportedPages(async (page) => {
        const { ties: rows, next } = await ties.page(filter, page)
        return { rows, next }
      })
      for await (const rows of pages) yield { ties: await withRooms(rows), total }
    },

    async getTie({ cupId, tieId }, call) {
      const administrator = await call.administrator('cups.read')
      const cup = await store.find(cupId)
      if (!cup) throw new KlaError('CUP_NOT_FOUND')
      const tie = tieOf(cup, tieId)
      if (!tie) throw new KlaError('TIE_NOT_FOUND')
      await recordView('cups.read', { cupId, tieId }, { administrator, call })
      const { name: cupName, mode, category, verdictsUntilMs } = cup
      const line = { cupId, cupName, mode, category, verdictsUntilMs, ...lineOf(cup, tie) }
      const room = line.listed === 'running' ? (await rooms.load(tie.roomId)).room : undefined
      return toCupTie(line, room, now())
    },

    async judgeTie({ cupId, tieId, winnerId, reason, version }, call) {
      const command = ({ id, name }: { readonly id: number; readonly name: string }): CupCommand => ({
        kind: 'judge',
        tieId,
        winnerId,
        reason,
        version,
        judge: { id, name },
      })
      const details = { tieId, winnerId }
      return change(cupId, { permission: 'cups.judge', action: 'cups.judge', details, command }, call)
    },

    /** Audits before the pass exists. */
    async issueWatchPass({ cupId, tieId }, call) {
      const administrator = await call.administrator('cups.judge')
      const cup = await store.find(cupId)
      if (!cup) throw new KlaError('CUP_NOT_FOUND')
      const tie = tieOf(cup, tieId)
      if (!tie) throw new KlaError('TIE_NOT_FOUND')
      const { roomId } = tie
      const running = cup.phase === 'running' && (tie.state === 'playing' || tie.state === 'disputed')
      if (!running || !(await rooms.load(roomId)).room) throw new KlaError('TIE_NOT_RUNNING')
      await recordEvent(cupAudited('cups.watch', cupId, { tieId }, { administrator, call, atMs: now() }))
      const { pass, expiresAtMs } = await passes.issue({ roomId, judge: { id: administrator.id, name: JUDGE } })
      return { roomId, pass, expiresAtMs }
    },
  }
}

function filterOf(given: string): TieFilter {
  const filter = TIE_FILTERS.find((known) => known === given)
  if (!filter) throw new KlaError('INVALID_FIELD')
  return filter
}

type Optional<T> = { readonly [Field in keyof T]?: T[Field] | undefined }

const withoutUndefined = (fields: Optional<GivenCupFields>): Partial<GivenCupFields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

const bothConsent = (tie: Tie, { spectatorConsents }: Room): boolean =>
  playersOf(tie).every((player) => spectatorConsents.includes(player))

const toCupTie = (listed: ListedTie, room: Room | undefined, nowMs: number): CupTie => ({
  cupId: listed.cupId,
  cupName: listed.cupName,
  mode: listed.mode,
  category: listed.category,
  tie: toTieMessage(listed.tie, listed.openToVerdict && !areVerdictsOver(listed, nowMs)),
  playerA: listed.playerA ? toEntryMessage(listed.playerA) : undefined,
  playerB: listed.playerB ? toEntryMessage(listed.playerB) : undefined,
  spectatorsAllowed: room !== undefined && bothConsent(listed.tie, room),
  watchers: room?.watchers.length ?? 0,
  apart: listed.tie.apart ?? false,
  safetyExitBy: listed.tie.exit?.accountId ?? 0,
  verdict: toVerdict(listed.tie),
})

function toVerdict({ verdicts }: Tie): CupTie['verdict'] {
  const last = verdicts.at(-1)
  return last && { winnerId: last.winnerId, reason: last.reason, by: last.judge, atMs: last.atMs }
}
