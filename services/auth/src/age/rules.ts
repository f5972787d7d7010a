export const AGE_METHODS = ['declaration', 'estimation', 'document'] as const
export type AgeMethod = (typeof AGE_METHODS)[number]

/** Valid in its jurisdiction only. */
export interface AgeVerdict {
  readonly method: AgeMethod
  readonly jurisdiction: string
}

export type AgePolicy = Readonly<Record<string, AgeMethod>>

export interface AgeRules {
  readonly policy: AgePolicy
  /** Of accounts without one. */
  readonly jurisdiction: string
}

/** For jurisdictions the policy does not name. */
export const ELSEWHERE = '*'

/** Where the policy says nothing at all. */
const UNREGULATED: AgeMethod = 'declaration'

const strength = (method: AgeMethod): number => AGE_METHODS.indexOf(method)

/** What proves an age under one law need not do so under another. */
export function acceptsAge(policy: AgePolicy, jurisdiction: string, verdicts: readonly AgeVerdict[]): boolean {
  const required = entry(policy, jurisdiction) ?? entry(policy, ELSEWHERE) ?? UNREGULATED
  return verdicts.some(
    (verdict) => verdict.jurisdiction === jurisdiction && strength(verdict.method) >= strength(required),
  )
}

const entry = (policy: AgePolicy, jurisdiction: string): AgeMethod | undefined =>
  Object.hasOwn(policy, jurisdiction) ? policy[jurisdiction] : undefined
