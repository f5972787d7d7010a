import type { Refused } from '@kla/chassis'
import { ACT_TOKENS, type Limit, LIMITS } from '@kla/proto/web'
import { isAct } from '../shared/rules.js'

/** Limit that a player sets on an act. */
export interface ActLimit {
  readonly act: string
  readonly limit: Limit
}

/** Limits sorted by act; an unlisted act means "yes". */
export type LimitsCard = readonly ActLimit[]

export function readCard(
  given: readonly { readonly act: string; readonly limit: string }[],
): { readonly card: LimitsCard } | Refused {
  if (given.length > ACT_TOKENS.length) return { refused: 'INVALID_FIELD' }
  const limits = given.flatMap(({ act, limit }) => (isAct(act) && isLimit(limit) ? [{ act, limit }] : []))
  if (limits.length < given.length || new Set(limits.map(({ act }) => act)).size < given.length)
    return { refused: 'INVALID_FIELD' }
  return { card: limits.filter(({ limit }) => limit !== 'yes').sort((one, other) => (one.act < other.act ? -1 : 1)) }
}

const isLimit = (text: string): text is Limit => (LIMITS as readonly string[]).includes(text)

interface UnitedCards {
  readonly no: readonly string[]
  readonly soft: readonly string[]
}

/** Unites cards, sorted: "no" overrides "soft". */
export function unite(limits: readonly ActLimit[]): UnitedCards {
  const acts: Readonly<Record<Limit, Set<string>>> = { no: new Set(), soft: new Set(), yes: new Set() }
  for (const { act, limit } of limits) acts[limit].add(act)
  return { no: [...acts.no].sort(), soft: [...acts.soft].filter((act) => !acts.no.has(act)).sort() }
}

const ACCOUNTS_MAX = 4

export const areAccounts = (ids: readonly number[]): boolean =>
  ids.length >= 1 && ids.length <= ACCOUNTS_MAX && ids.every((id) => Number.isSafeInteger(id) && id > 0)
