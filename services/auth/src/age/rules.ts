export const AGE_METHODS = ['declaration', 'estimation', 'document'] as const
/** Method by which a player proves age. */
export type AgeMethod = (typeof AGE_METHODS)[number]

/** Proof of age, valid in its jurisdiction only. */
export interface AgeVerdict {
  readonly method: AgeMethod
  readonly jurisdiction: string
}

/** Method of proof that each jurisdiction requires. */
export type AgePolicy = Readonly<Record<string, AgeMethod>>

/** An age policy and its jurisdiction. */
export interface AgeRules {
  readonly policy: AgePolicy
  readonly jurisdiction: string
}

/** Key for jurisdictions not in the policy. */
export const OTHER_JURISDICTIONS = '*'

const UNREGULATED: AgeMethod = 'declaration'

const strength = (method: AgeMethod): number => AGE_METHODS.indexOf(method)

/** True if a verdict suffices there: proof under one law may not count under another. */
export function acceptsAge(policy: AgePolicy, jurisdiction: string, verdicts: readonly AgeVerdict[]): boolean {
  const required = entry(policy, jurisdiction) ?? entry(policy, OTHER_JURISDICTIONS) ?? UNREGULATED
  return verdicts.some(
    (verdict) => verdict.jurisdiction === jurisdiction && strength(verdict.method) >= strength(required),
  )
}

const entry = (policy: AgePolicy, jurisdiction: string): AgeMethod | undefined =>
  Object.hasOwn(policy, jurisdiction) ? policy[jurisdiction] : undefined
