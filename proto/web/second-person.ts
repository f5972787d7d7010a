import { APPROVER_WAIT_MS } from './moderation.js'
import type { Reason } from './reasons.js'

/** Administrators who could act as an administrator, because they have known that account's credentials. */
export interface Independence {
  /** Administrators who created the account, or ever set its password or reset its authenticator. */
  readonly makers: readonly number[]
  /** Administrators whose credentials for the account are in force, with their own controllers in turn. */
  readonly controllers: readonly number[]
  /** Unix milliseconds when another person last gave the account credentials or rights; 0 for a founder. */
  readonly changedAtMs: number
}

/** An administrator as one of the two people that an approval takes. */
export interface ApprovalPerson {
  readonly id: number
  readonly independence: Pick<Independence, 'makers' | 'controllers'>
}

/** Why an approval is refused; `gone` for used, expired and unknown requests. */
export type ApprovalRefusal = 'gone' | 'not-allowed' | SecondPersonRefusal
export type SecondPersonRefusal = 'dependent' | 'too-new'

export const APPROVAL_REFUSALS: Readonly<Record<ApprovalRefusal, Reason>> = {
  gone: 'APPROVAL_NOT_FOUND',
  'not-allowed': 'NOT_ALLOWED',
  dependent: 'APPROVER_NOT_INDEPENDENT',
  'too-new': 'APPROVER_TOO_NEW',
}

/**
 * True if both accounts can only be two people: neither has given the other credentials, and no third account has given
 * both of them the credentials in force. Symmetric.
 */
export function areIndependent(one: ApprovalPerson, other: ApprovalPerson): boolean {
  if (one.id === other.id) return false
  if (one.independence.makers.includes(other.id) || other.independence.makers.includes(one.id)) return false
  const controlled = new Set([one.id, ...one.independence.controllers])
  return ![other.id, ...other.independence.controllers].some((id) => controlled.has(id))
}

/** Why `approver` does not count as a second person beside `asker`; undefined if it does. */
export function secondPersonRefusal(
  asker: ApprovalPerson,
  approver: { readonly id: number; readonly independence: Independence },
  nowMs: number,
): SecondPersonRefusal | undefined {
  if (!areIndependent(asker, approver)) return 'dependent'
  const { changedAtMs } = approver.independence
  return changedAtMs > 0 && nowMs < changedAtMs + APPROVER_WAIT_MS ? 'too-new' : undefined
}
