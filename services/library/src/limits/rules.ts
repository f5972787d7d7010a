import type { Refused } from '@kla/chassis'
import { type Limit, LIMITS, refusedField } from '@kla/proto/web'
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
  const limits: ActLimit[] = []
  for (const [at, { act, limit }] of given.entries()) {
    if (!isAct(act) || limits.some((other) => other.act === act)) return refusedField(`limits.${at}.act`)
    if (!isLimit(limit)) return refusedField(`limits.${at}.limit`)
    limits.push({ act, limit })
  }
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
