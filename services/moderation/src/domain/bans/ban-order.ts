import {
  BAN_DURATION_MAX_MS,
  BAN_REASON_MAX,
  BAN_SCOPES,
  EVIDENCE_MAX_BYTES,
  NOTES_MAX,
  type BanScope,
} from '@kla/proto/web'
import { isId, isOneOf, plainText } from '../plain-text.js'
import { isRefused, type Refused } from '../refusal.js'

/** What an administrator may order: a ban that does not stand yet. */
export interface BanOrder {
  readonly accountId: number
  readonly scope: BanScope
  readonly reason: string
  readonly notes: string
  readonly evidence: string
  /** Milliseconds; 0: permanent. */
  readonly durationMs: number
}

/** The same as it comes, where nothing was checked. */
export interface WantedBan extends Omit<BanOrder, 'scope'> {
  readonly scope: string
}

/** Reads an order of a ban, or says what is wrong with it. An empty scope is the usual one. */
export function orderBan(given: WantedBan): BanOrder | Refused {
  const { accountId, durationMs } = given
  const scope = given.scope === '' ? 'global' : given.scope
  const reason = plainText(given.reason, BAN_REASON_MAX)
  const notes = plainText(given.notes, NOTES_MAX)
  const evidence = evidenceText(given.evidence)
  if (isRefused(evidence)) return evidence
  if (isRefused(reason) || isRefused(notes)) return INVALID
  if (!isId(accountId) || !isOneOf(BAN_SCOPES, scope) || !isDuration(durationMs)) return INVALID
  return { accountId, scope, reason, notes, evidence, durationMs }
}

const INVALID: Refused = { refused: 'INVALID_FIELD' }

const isDuration = (ms: number): boolean => Number.isSafeInteger(ms) && ms >= 0 && ms <= BAN_DURATION_MAX_MS

function evidenceText(given: string): string | Refused {
  const text = given.trim()
  if (text === '') return text
  if (new TextEncoder().encode(text).length > EVIDENCE_MAX_BYTES) return { refused: 'EVIDENCE_INVALID' }
  try {
    JSON.parse(text)
    return text
  } catch {
    return { refused: 'EVIDENCE_INVALID' }
  }
}
