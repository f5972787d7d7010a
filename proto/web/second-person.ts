import { APPROVER_WAIT_MS } from './moderation.js'
import type { Reason } from './reasons.js'

/** Administrators who have known an account's credentials. */
export interface Independence {
  /** Anyone who created the account, or ever set its password or reset its authenticator. */
  readonly makers: readonly number[]
  /** Anyone whose credentials for the account are in force, with their own controllers. */
  readonly controllers: readonly number[]
  /** When another person last gave the account credentials or rights (Unix milliseconds); 0 for a founder. */
  readonly changedAtMs: number
}

/** One of an approval's two administrators. */
export interface ApprovalPerson {
  readonly id: number
  readonly independence: Pick<Independence, 'makers' | 'controllers'>
}

/** `gone`: a used, expired or unknown request. */
export type ApprovalRefusal = 'gone' | 'not-allowed' | SecondPersonRefusal
/** Why an administrator is no second person. */
export type SecondPersonRefusal = 'dependent' | 'too-new'

export const APPROVAL_REFUSALS: Readonly<Record<ApprovalRefusal, Reason>> = {
  gone: 'APPROVAL_NOT_FOUND',
  'not-allowed': 'NOT_ALLOWED',
  dependent: 'APPROVER_NOT_INDEPENDENT',
  'too-new': 'APPROVER_TOO_NEW',
}

/**
 * True if two accounts are two people: neither gave the other credentials, and no third gave both those in force.
 * Symmetric.
 */
export function areIndependent(one: ApprovalPerson, other: ApprovalPerson): boolean {
  if (one.id === other.id) return false
  if (one.independence.makers.includes(other.id) || other.independence.makers.includes(one.id)) return false
  const controlled = new Set([one.id, ...one.independence.controllers])
  return ![other.id, ...other.independence.controllers].some((id) => controlled.has(id))
}

/** Undefined if `approver` counts as a second person. */
export function secondPersonRefusal(
  asker: ApprovalPerson,
  approver: { readonly id: number; readonly independence: Independence },
  nowMs: number,
): SecondPersonRefusal | undefined {
  if (!areIndependent(asker, approver)) return 'dependent'
  const { changedAtMs } = approver.independence
  return changedAtMs > 0 && nowMs < changedAtMs + APPROVER_WAIT_MS ? 'too-new' : undefined
}
