import type { Refused } from '@kla/chassis'
import type { AuditRecorded, AuditSource } from '@kla/proto'
import { PAGE_SIZE_DEFAULT, refusedField } from '@kla/proto/web'
import { isId, isPageSize, plainText } from '../../shared/rules.js'
import type { AuditEntry } from './chain.js'

const EVENT_NAME_MAX = 200
const DETAILS_MAX = 20_000
const ACTION = /^[a-z][a-z.-]{0,60}$/
const KIND = /^[a-z]{0,40}$/

/** Returns undefined for an invalid event. Evidence is the only other service that knows grave reports. */
export function entryOfEvent(event: AuditRecorded, source: AuditSource): AuditEntry | undefined {
  const { eventId, atMs, actorId, actor, action, subjectKind, subjectId, details, requestId } = event
  const sound =
    eventId !== '' &&
    [eventId, actor, subjectId, requestId].every((name) => name.length <= EVENT_NAME_MAX) &&
    [atMs, actorId].every((value) => Number.isSafeInteger(value) && value >= 0) &&
    ACTION.test(action) &&
    KIND.test(subjectKind) &&
    details.length <= DETAILS_MAX
  const read = sound ? parse(details) : undefined
  if (read === undefined) return undefined
  const restricted = source === 'evidence' && isGraveReport(read)
  return { eventId, atMs, actorId, actor, action, subjectKind, subjectId, details, requestId, restricted }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const isGraveReport = (details: unknown): boolean =>
  typeof details === 'object' && details !== null && 'grave' in details && details.grave === true

/** A validated search of the audit log. */
export interface AuditSearch {
  readonly actor?: string
  readonly action?: string
  readonly subjectKind?: string
  readonly subjectId?: string
  readonly fromMs?: number
  readonly toMs?: number
  readonly before?: number
  readonly changesOnly?: boolean
  readonly limit: number
}

interface AuditQuery {
  readonly actor: string
  readonly action: string
  readonly subjectKind: string
  readonly subjectId: string
  readonly fromMs: number
  readonly toMs: number
  readonly before: number
  readonly changesOnly: boolean
  readonly limit: number
}

const NAME_MAX = 100

/** Filters as requests name them. */
const TEXTS = { actor: 'actor', action: 'action', subjectKind: 'subject_kind', subjectId: 'subject_id' } as const
const NUMBERS = { fromMs: 'from', toMs: 'to', before: 'before' } as const

const namesOf = <Name extends string>(fields: Readonly<Record<Name, string>>): readonly Name[] =>
  Object.keys(fields) as Name[]

export function searchOf(query: AuditQuery): AuditSearch | Refused {
  const limit = query.limit === 0 ? PAGE_SIZE_DEFAULT : query.limit
  if (!isPageSize(limit)) return refusedField('limit')
  const search: { -readonly [Name in keyof AuditSearch]: AuditSearch[Name] } = { limit }
  for (const name of namesOf(TEXTS)) {
    const text = plainText(query[name], NAME_MAX, TEXTS[name])
    if (typeof text !== 'string') return text
    if (text !== '') search[name] = text
  }
  for (const name of namesOf(NUMBERS)) {
    if (query[name] === 0) continue
    if (!isId(query[name])) return refusedField(NUMBERS[name])
    search[name] = query[name]
  }
  if (query.changesOnly) search.changesOnly = true
  return search
}

/** Names of the filters, which do not reveal whom a search is about. */
export const filtersOf = ({ limit: _limit, ...search }: AuditSearch): string[] => Object.keys(search)
