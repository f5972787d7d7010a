import { conflictOf } from '../kit/conflict.js'

/** Tags to refetch after a change or a conflict. */
export const afterChange =
  <Tag extends string>(...tags: readonly Tag[]) =>
  (_: unknown, error: unknown): readonly Tag[] =>
    error === undefined || conflictOf(error) ? tags : []

/** Resolves to the newest view, also from a conflict; null after other refusals. */
export async function newestView<View>(answer: PromiseLike<{ data: View }>): Promise<View | null> {
  try {
    return (await answer).data
  } catch (refused) {
    return (conflictOf((refused as { error?: unknown }).error)?.current as View | undefined) ?? null
  }
}
