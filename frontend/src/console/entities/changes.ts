import { errorCode } from '../../shared/api/errors.js'
import { conflictOf } from '../kit/conflict.js'

/** Cache tag, of all entries or one. */
type Tag = string | { readonly type: string; readonly id: string }

/** Tags to refetch after a change or a conflict, which some routes answer without the current view. */
export const afterChange =
  <const Tags extends readonly Tag[]>(...tags: Tags) =>
  (_: unknown, error: unknown): readonly Tags[number][] =>
    error === undefined || errorCode(error) === 'CHANGED_MEANWHILE' ? tags : []

/** Resolves to the newest view, also from a conflict; null after other refusals. */
export async function newestView<View>(answer: PromiseLike<{ data: View }>): Promise<View | null> {
  try {
    return (await answer).data
  } catch (refused) {
    return (conflictOf((refused as { error?: unknown }).error)?.current as View | undefined) ?? null
  }
}
