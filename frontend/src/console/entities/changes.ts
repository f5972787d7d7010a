import { conflictOf } from '../kit/conflict.js'

/** Tags to read again after a change, or after a refusal because the thing has changed. */
export const afterChange =
  <Tag extends string>(...tags: readonly Tag[]) =>
  (_: unknown, error: unknown): readonly Tag[] =>
    error === undefined || conflictOf(error) ? tags : []

/** The changed thing, also when someone else has changed it; null after any other refusal. */
export async function asItIsNow<View>(answer: PromiseLike<{ data: View }>): Promise<View | null> {
  try {
    return (await answer).data
  } catch (refused) {
    return (conflictOf((refused as { error?: unknown }).error)?.current as View | undefined) ?? null
  }
}
