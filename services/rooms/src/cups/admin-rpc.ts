import { type Call, KlaError } from '@kla/chassis'
import type { Cup as CupMessage, CupTie } from '@kla/proto'
import { type Permission, TIE_FILTERS } from '@kla/proto/web'
import { cupAudited } from '../shared/audit.js'
import { isPlainText, isUuid } from '../shared/rules/input.js'
import type { Room } from '../shared/rules/room.js'
import type { ListedTie } from './list-store.js'
import {
  accepted, bePresent, checkIn, type CupHandlers, type CupsDeps, enterCup, getCup, getNextTie, listCups, withdrawFromCup,
} from './rpc.js'
import type { CupCommand } from './rules/command.js'
import { playersOf, tieOf, type Tie } from './rules/cup.js'
import { cupFields, type GivenCupFields, pageAt } from './rules/fields.js'
import { newCup } from './rules/sign-up.js'
import { areVerdictsOver } from './rules/verdicts.js'
import { toCupMessage, toEntryMessage, toSummary, toTieMessage } from './to-proto.js'

/** An administrator's command, and what the audit log is told of it if it changes anything. */
interface Administering {
  readonly cupId: string
  readonly permission: Permission
  readonly action: `cups.${string}`
  readonly details: Readonly<Record<string, unknown>>
  readonly command: (by: { readonly id: number; readonly name: string }) => CupCommand
}

const administer =
  ({ cups, now }: Pick<CupsDeps, 'cups' | 'now'>) =>
  async ({ cupId, permission, action, details, command }: Administering, call: Call): Promise<CupMessage> => {
    const administrator = await call.administrator(permission)
    const facts = () => [cupAudited(action, cupId, details, { administrator, call, atMs: now() })]
    return toCupMessage(accepted(await cups.execute(cupId, command(administrator), { facts })), now())
  }

const listAllCups =
  ({ lists, now }: Pick<CupsDeps, 'lists' | 'now'>): CupHandlers['listAllCups'] =>
  async ({ page, pageSize }, call) => {
    await call.administrator('cups.read')
    const { limit, offset } = accepted(pageAt(page, pageSize))
    const { cups, total } = await lists.all(limit, offset)
    const nowMs = now()
    return { cups: cups.map((line) => toSummary(line, nowMs)), total }
  }

const createCup =
  ({ cups, store, now }: Pick<CupsDeps, 'cups' | 'store' | 'now'>): CupHandlers['createCup'] =>
  async ({ cupId, ...given }, call) => {
    const administrator = await call.administrator('cups.manage')
    if (!isUuid(cupId)) throw new KlaError('INVALID_FIELD', 'A cup is named by a UUID.')
    // A repeat may come when the cup has begun: then its start is no longer in the future.
    const existing = await store.find(cupId)
    if (existing) return toCupMessage(existing, now())
    const { nowMs, rules } = cups.moment()
    const fields = accepted(cupFields(given, nowMs))
    const audited = cupAudited('cups.create', cupId, { ...fields }, { administrator, call, atMs: nowMs })
    return toCupMessage(await store.add(newCup(cupId, fields, { nowMs, rules }), [audited]), nowMs)
  }

const updateCup = (dependencies: Pick<CupsDeps, 'cups' | 'now'>): CupHandlers['updateCup'] => {
  const administering = administer(dependencies)
  return ({ cupId, ...fields }, call) => {
    const given = givenFields(fields)
    return administering(
      {
        cupId,
        permission: 'cups.manage',
        action: 'cups.update',
        details: given,
        command: () => ({ kind: 'update', given }),
      },
      call,
    )
  }
}

/** Without the fields that were not given. */
const givenFields = (fields: {
  readonly [Field in keyof GivenCupFields]?: GivenCupFields[Field] | undefined
}): Partial<GivenCupFields> => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** More than any name or avatar hash of a login provider has. */
const NAME_MAX = 100

const setEntry = (dependencies: Pick<CupsDeps, 'cups' | 'now'>): CupHandlers['setEntry'] => {
  const administering = administer(dependencies)
  return async ({ cupId, accountId, username, avatar, entered }, call) => {
    await call.administrator('cups.manage')
    const sound = accountId > 0 && (!entered || (isPlainText(username, 1, NAME_MAX) && isPlainText(avatar, 0, NAME_MAX)))
    if (!sound) throw new KlaError('INVALID_FIELD')
    return administering(
      {
        cupId,
        permission: 'cups.manage',
        action: 'cups.entry',
        details: { accountId, entered },
        command: () => (entered ? { kind: 'enter', accountId, username, avatar } : { kind: 'withdraw', accountId }),
      },
      call,
    )
  }
}

const seedCup = (dependencies: Pick<CupsDeps, 'cups' | 'now'>): CupHandlers['seedCup'] => {
  const administering = administer(dependencies)
  return ({ cupId, accountIds: order }, call) =>
    administering(
      {
        cupId,
        permission: 'cups.manage',
        action: 'cups.seed',
        details: { order },
        command: () => ({ kind: 'seed', order }),
      },
      call,
    )
}

const startCup = (dependencies: Pick<CupsDeps, 'cups' | 'now'>): CupHandlers['startCup'] => {
  const administering = administer(dependencies)
  return ({ cupId }, call) =>
    administering(
      {
        cupId,
        permission: 'cups.manage',
        action: 'cups.start',
        details: {},
        command: () => ({ kind: 'start' }),
      },
      call,
    )
}

const cancelCup = (dependencies: Pick<CupsDeps, 'cups' | 'now'>): CupHandlers['cancelCup'] => {
  const administering = administer(dependencies)
  return ({ cupId, reason }, call) =>
    administering(
      {
        cupId,
        permission: 'cups.manage',
        action: 'cups.cancel',
        details: {},
        command: () => ({ kind: 'cancel', reason: reason.trim() }),
      },
      call,
    )
}

const listTies =
  ({ ties, rooms, now }: Pick<CupsDeps, 'ties' | 'rooms' | 'now'>): CupHandlers['listTies'] =>
  async ({ filter: given, page, pageSize }, call) => {
    await call.administrator('cups.read')
    const filter = TIE_FILTERS.find((known) => known === given)
    if (!filter) throw new KlaError('INVALID_FIELD')
    const { limit, offset } = accepted(pageAt(page, pageSize))
    const found = await ties.page(filter, limit, offset)
    // The rooms of one page are read at once; there are as many as ties run.
    const roomOf = async ({ listed, tie }: ListedTie): Promise<Room | undefined> =>
      listed === 'running' ? (await rooms.load(tie.roomId)).room : undefined
    const roomsOfTies = await Promise.all(found.ties.map(roomOf))
    const nowMs = now()
    return { ties: found.ties.map((tie, at) => toCupTie(tie, roomsOfTies[at], nowMs)), total: found.total }
  }

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
})

const judgeTie = (dependencies: Pick<CupsDeps, 'cups' | 'now'>): CupHandlers['judgeTie'] => {
  const administering = administer(dependencies)
  return ({ cupId, tieId, winnerId, reason, version }, call) =>
    administering(
      {
        cupId,
        permission: 'cups.judge',
        action: 'cups.judge',
        details: { tieId, winnerId },
        command: ({ id, name }) => ({ kind: 'judge', tieId, winnerId, reason, version, judge: { id, name } }),
      },
      call,
    )
}

type IssuePassDeps = Pick<CupsDeps, 'store' | 'rooms' | 'passes' | 'recordFact' | 'now'>

/** As players and spectators see whoever watches: with the name of the account one signs in. It is in the audit log. */
const JUDGE = 'Judge'

/** Told to the audit log before anybody can watch; when the watching begins and ends is told as well (../../watching). */
const issueWatchPass =
  ({ store, rooms, passes, recordFact, now }: IssuePassDeps): CupHandlers['issueWatchPass'] =>
  async ({ cupId, tieId }, call) => {
    const administrator = await call.administrator('cups.judge')
    const cup = await store.find(cupId)
    if (!cup) throw new KlaError('CUP_NOT_FOUND')
    const tie = tieOf(cup, tieId)
    if (!tie) throw new KlaError('TIE_NOT_FOUND')
    const running = cup.phase === 'running' && (tie.state === 'playing' || tie.state === 'disputed')
    if (!running || !(await rooms.load(tie.roomId)).room) throw new KlaError('TIE_NOT_RUNNING')
    await recordFact(cupAudited('cups.watch', cupId, { tieId }, { administrator, call, atMs: now() }))
    const judge = { id: administrator.id, name: JUDGE }
    const { pass, expiresAtMs } = await passes.issue({ roomId: tie.roomId, judge })
    return { roomId: tie.roomId, pass, expiresAtMs }
  }

export const cupHandlers = (dependencies: CupsDeps): CupHandlers => ({
  listCups: listCups(dependencies),
  getCup: getCup(dependencies),
  getNextTie: getNextTie(dependencies),
  enterCup: enterCup(dependencies),
  withdrawFromCup: withdrawFromCup(dependencies),
  checkIn: checkIn(dependencies),
  bePresent: bePresent(dependencies),
  listAllCups: listAllCups(dependencies),
  createCup: createCup(dependencies),
  updateCup: updateCup(dependencies),
  setEntry: setEntry(dependencies),
  seedCup: seedCup(dependencies),
  startCup: startCup(dependencies),
  cancelCup: cancelCup(dependencies),
  listTies: listTies(dependencies),
  judgeTie: judgeTie(dependencies),
  issueWatchPass: issueWatchPass(dependencies),
})
