/** How an age was established, from the weakest to the strongest. */
export const AGE_METHODS = ['declaration', 'estimation', 'document'] as const
export type AgeMethod = (typeof AGE_METHODS)[number]

/** One finding that a person is of age: how, and under the rules of which jurisdiction. */
export interface AgeVerdict {
  readonly method: AgeMethod
  readonly jurisdiction: string
}

/** The weakest method that each jurisdiction accepts. */
export type AgePolicy = Readonly<Record<string, AgeMethod>>

export interface AgeRules {
  readonly policy: AgePolicy
  /** Where people are taken to be of whom nothing else is known. */
  readonly jurisdiction: string
}

/** The entry of a policy for jurisdictions that it does not name. */
export const ELSEWHERE = '*'

/** What is accepted where the policy says nothing at all. */
const UNREGULATED: AgeMethod = 'declaration'

const strength = (method: AgeMethod): number => AGE_METHODS.indexOf(method)

/**
 * Whether a person counts as of age in `jurisdiction`. A verdict counts only where it was given: what proves an age
 * under one law need not do so under another.
 */
export function acceptsAge(policy: AgePolicy, jurisdiction: string, verdicts: readonly AgeVerdict[]): boolean {
  const required = entry(policy, jurisdiction) ?? entry(policy, ELSEWHERE) ?? UNREGULATED
  return verdicts.some(
    (verdict) => verdict.jurisdiction === jurisdiction && strength(verdict.method) >= strength(required),
  )
}

const entry = (policy: AgePolicy, jurisdiction: string): AgeMethod | undefined =>
  Object.hasOwn(policy, jurisdiction) ? policy[jurisdiction] : undefined
