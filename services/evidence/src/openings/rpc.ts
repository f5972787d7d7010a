import {
  accepted,
  type Administrator,
  type ApprovalNotices,
  type ApprovalRights,
  type Call,
  type Database,
  insertEvent,
  insertEventOnce,
  inTransaction,
  KlaError,
  newId,
} from '@kla/chassis'
import type { Opening as OpeningMessage, Still } from '@kla/proto'
import { isUuid, type MinorEvidence, type Permission } from '@kla/proto/web'
import { auditedBy, type EvidenceHandlers, type Reader } from '../shared/rpc.js'
import { isId, type ReportState } from '../shared/rules.js'
import type { Unsealer } from '../shared/sealing.js'
import { hex, itemsOf, reportState, sealedOf } from '../vault/index.js'
import { openStills } from './open-stills.js'
import {
  approve,
  canApprove,
  isOver,
  isVisible,
  newOpening,
  type Opening,
  opensFor,
  readReason,
  servesAs,
  showsStills,
  type Visibility,
} from './rules.js'
import type { OpeningStore } from './store.js'

export interface OpeningDeps {
  readonly database: Database
  /** The vault's connection, as its own role. */
  readonly vaulted: Reader
  readonly openings: OpeningStore
  readonly unsealer: Unsealer
  readonly ofMinors: MinorEvidence
  readonly notices: Pick<ApprovalNotices, 'changed'>
  readonly now: () => number
}

type Handlers = Pick<
  EvidenceHandlers,
  'describeEvidence' | 'requestOpening' | 'listOpenings' | 'approveOpening' | 'openEvidence'
>

const READ: Permission = 'reports.read'
const OPEN: Permission = 'evidence.open'
const GRAVE: Permission = 'reports.grave'

/** Administrators who may approve an opening. */
export const rightsOf = ({ grave }: Pick<ReportState, 'grave'>): ApprovalRights => ({ permissions: [OPEN], grave })

const sees = ({ permissions, playerId }: Administrator): Visibility => ({
  grave: permissions.includes(GRAVE),
  ownAccount: playerId,
})

/** Reports that an administrator may not see are not found. */
export function openingHandlers({
  database,
  vaulted,
  openings,
  unsealer,
  ofMinors,
  notices,
  now,
}: OpeningDeps): Handlers {
  async function visibleState(
    reader: Reader,
    reportId: number,
    by: Administrator,
    lock?: 'FOR SHARE' | 'FOR UPDATE',
  ): Promise<ReportState> {
    const state = isId(reportId) ? await reportState(reader, reportId, lock) : undefined
    if (!state || !isVisible(state, sees(by), now())) throw new KlaError('EVIDENCE_NOT_FOUND')
    return state
  }

  /** Adds the audit entry before returning pictures. */
  async function open(reportId: number, sharp: boolean, by: Administrator, call: Call): Promise<Still[]> {
    return inTransaction(database, async (tx) => {
      const nowMs = now()
      const state = await visibleState(tx, reportId, by, 'FOR SHARE')
      const rows = await sealedOf(tx, vaulted, reportId)
      if (rows.length === 0) throw new KlaError('EVIDENCE_NOT_FOUND')
      const opening = (await openings.of(tx, reportId, nowMs)).find((one) => opensFor(one, by.id))
      if (!opening) throw new KlaError('SECOND_PERSON_REQUIRED')
      if (sharp && !showsStills(state, ofMinors)) throw new KlaError('NOT_ALLOWED')
      const stills = await openStills(rows, sharp, { unsealer, log: call.log })
      if (stills.length === 0) throw new KlaError('EVIDENCE_NOT_FOUND')
      const details = { opening: opening.id, stills: stills.length }
      await insertEvent(tx, auditedBy(by, call, nowMs)(sharp ? 'evidence.look' : 'evidence.open', state, details))
      return stills
    })
  }

  return {
    async describeEvidence({ reportId }, call) {
      const administrator = await call.administrator(READ)
      const state = await visibleState(database, reportId, administrator)
      const { expiresAtMs, held } = state
      const [items, found] = await Promise.all([itemsOf(database, reportId), openings.of(database, reportId, now())])
      if (items.length === 0) throw new KlaError('EVIDENCE_NOT_FOUND')
      const entry = auditedBy(administrator, call, now())('evidence.read', state, { items: items.length })
      await inTransaction(database, (tx) => insertEventOnce(tx, entry))
      return {
        items: items.map(({ id, atMs: storedAtMs, bytes, sha256, hasStills }) => ({
          id,
          storedAtMs,
          bytes,
          sha256: hex(sha256),
          expiresAtMs,
          held,
          hasStills,
        })),
        openings: found.map(openingToProto),
      }
    },

    /**
     * Returns the caller's waiting request, or one that the caller may approve, instead of adding another.
     * Errors: EVIDENCE_NOT_FOUND, INVALID_FIELD.
     */
    async requestOpening({ reportId, reason: given }, call) {
      const administrator = await call.administrator(OPEN)
      const reason = accepted(readReason(given))
      const { opening, state } = await inTransaction(database, async (tx) => {
        const nowMs = now()
        const state = await visibleState(tx, reportId, administrator, 'FOR UPDATE')
        const { length: items } = await itemsOf(tx, reportId)
        if (items === 0) throw new KlaError('EVIDENCE_NOT_FOUND')
        const waiting = (await openings.of(tx, reportId, nowMs)).find((one) => servesAs(one, administrator, nowMs))
        if (waiting) return { opening: waiting, state }
        const asked = newOpening(newId(), state, reason, administrator, nowMs)
        await openings.add(tx, asked)
        await insertEvent(tx, auditedBy(administrator, call, nowMs)('evidence.ask', state, { opening: asked.id }))
        return { opening: asked, state }
      })
      notices.changed(opening, rightsOf(state))
      return openingToProto(opening)
    },

    /** Leaves no audit entry: open pages call it all the time, and asking and approving leave theirs. */
    async listOpenings(_request, call) {
      const administrator = await call.administrator(OPEN)
      const nowMs = now()
      const found = await openings.all(database, sees(administrator), nowMs)
      const approvable = found.filter((opening) => canApprove(opening, administrator, nowMs)).length
      return { openings: found.map(openingToProto), approvable }
    },

    /**
     * Errors: STEP_UP_REQUIRED, APPROVAL_NOT_FOUND, NOT_ALLOWED for the requester, APPROVER_NOT_INDEPENDENT,
     * APPROVER_TOO_NEW.
     */
    async approveOpening({ id }, call) {
      const administrator = await call.administrator(OPEN, { fresh: true })
      const { opening, state } = await inTransaction(database, async (tx) => {
        const nowMs = now()
        const found = isUuid(id) ? await openings.find(tx, id) : undefined
        const state = found && (await reportState(tx, found.reportId, 'FOR SHARE'))
        if (!found || !state || isOver(found, nowMs) || !isVisible(state, sees(administrator), nowMs)) {
          throw new KlaError('APPROVAL_NOT_FOUND')
        }
        const outcome = approve(found, administrator, nowMs)
        if (!outcome) return { opening: found, state }
        const approved = accepted(outcome)
        await openings.approve(tx, approved)
        await insertEvent(
          tx,
          auditedBy(administrator, call, nowMs)('evidence.approve', state, { opening: approved.id }),
        )
        return { opening: approved, state }
      })
      notices.changed(opening, rightsOf(state))
      return openingToProto(opening)
    },

    /**
     * Errors: STEP_UP_REQUIRED, EVIDENCE_NOT_FOUND, SECOND_PERSON_REQUIRED, NOT_ALLOWED for sharp stills of possible
     * minors, EVIDENCE_DAMAGED.
     */
    async *openEvidence({ reportId, sharp }, call) {
      const administrator = await call.administrator(OPEN, { fresh: true })
      yield* await open(reportId, sharp, administrator, call)
    },
  }
}

const openingToProto = (opening: Opening): OpeningMessage => ({
  id: opening.id,
  reportId: opening.reportId,
  reason: opening.reason,
  askedById: opening.askedById,
  askedBy: opening.askedBy,
  askedAtMs: opening.askedAtMs,
  approvedById: opening.approvedById ?? 0,
  approvedBy: opening.approvedBy,
  untilMs: opening.untilMs,
})
