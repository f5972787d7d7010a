import type { CallContext } from '@kla/chassis'
import type { AuditEntry, VerifyAuditResponse } from '@kla/proto'
import { AuditFilters, AuditPage, AuditQuery, AuditVerification, AuditVerifyQuery } from '@kla/proto/schemas'
import { type AuditEntryView, PAGE_SIZE_DEFAULT } from '@kla/proto/web'
import type { FastifyBaseLogger } from 'fastify'
import { type PublicAccounts, publicAccounts } from '../accounts.js'
import { auditFilter } from '../console-views.js'
import { onBehalfOf } from '../plugins/access.js'
import { consoleCall, type Resource } from '../route.js'
import { isoOf, numberOr, textOrNull } from '../values.js'

/** Time to hash 50,000 entries; a slow attempt must not run twice. */
const DEADLINE = { deadlineMs: 30_000, attemptMs: 30_000 } as const

export const consoleAudit: Resource = async (app, { auth, moderation }) => {
  /** The log stays readable without names. */
  const namesOf = (entries: readonly AuditEntry[], context: CallContext, log: FastifyBaseLogger) =>
    publicAccounts(auth, accountsIn(entries), context).catch((error: unknown): PublicAccounts => {
      log.warn({ err: error }, 'account names of audit entries could not be looked up')
      return new Map()
    })

  app.get(
    '/admin/audit',
    {
      config: { access: { permission: 'audit.read' } },
      schema: consoleCall('The audit log', AuditPage, { querystring: AuditQuery }),
    },
    async (request) => {
      const { before, limit } = request.query
      const { entries, next } = await moderation.listAudit(
        {
          ...auditFilter(request.query),
          before: numberOr(before, 0),
          limit: numberOr(limit, PAGE_SIZE_DEFAULT),
        },
        onBehalfOf(request),
      )
      const accounts = await namesOf(entries, onBehalfOf(request), request.log)
      return {
        entries: entries.map(auditEntryView),
        next: next === 0 ? null : next,
        names: Object.fromEntries([...accounts.values()].map(({ id, username }) => [id, username])),
      }
    },
  )

  app.get(
    '/admin/audit/filters',
    {
      config: { access: { permission: 'audit.read' } },
      schema: consoleCall('What the audit log can be filtered by', AuditFilters),
    },
    async (request) => {
      const { actors, actions, subjectKinds } = await moderation.listAuditFilters({}, onBehalfOf(request))
      return { actors, actions, subject_kinds: subjectKinds }
    },
  )

  app.get(
    '/admin/audit/verify',
    {
      config: { access: { permission: 'audit.read' } },
      schema: consoleCall('Verify the audit log', AuditVerification, { querystring: AuditVerifyQuery }),
    },
    async (request) =>
      auditVerification(
        await moderation.verifyAudit(
          { fromSeq: numberOr(request.query.from, 1) },
          { ...onBehalfOf(request), ...DEADLINE },
        ),
      ),
  )
}

const auditEntryView = (entry: AuditEntry): AuditEntryView => ({
  seq: entry.seq,
  at: isoOf(entry.atMs),
  actor: entry.actor,
  action: entry.action,
  subject_kind: textOrNull(entry.subjectKind),
  subject_id: textOrNull(entry.subjectId),
  details: detailsOf(entry.details),
  request_id: entry.requestId,
})

/** Names under which details hold an account's id. */
const ACCOUNT_DETAILS: readonly string[] = [
  'account',
  'account_id',
  'accountId',
  'reported_id',
  'reporter_id',
  'winnerId',
]

const accountsIn = (entries: readonly AuditEntry[]): Set<number> =>
  new Set(
    entries
      .flatMap(({ subjectKind, subjectId, details }) => [
        ...(subjectKind === 'account' ? [Number(subjectId)] : []),
        ...Object.entries(Object(detailsOf(details)) as object).flatMap(([name, value]: [string, unknown]) =>
          ACCOUNT_DETAILS.includes(name) && typeof value === 'number' ? [value] : [],
        ),
      ])
      .filter((id) => Number.isSafeInteger(id) && id > 0),
  )

function detailsOf(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

type Fault = NonNullable<AuditVerification['fault']>['what']

const auditVerification = ({ checkedTo, done, faultSeq, fault, headHash }: VerifyAuditResponse): AuditVerification => ({
  checked_to: checkedTo,
  done,
  fault: faultSeq === 0 ? null : { seq: faultSeq, what: fault as Fault },
  head_hash: headHash,
})
