import { DELETIONS_ALONE_MAX } from '@kla/proto/web'

/**
 * Whether an administrator may delete reports without a second person. `asked`: named in the call; `found`: of them, those
 * that are there; `before`: those that the same administrator has deleted alone a short while ago.
 */
export const mayDeleteAlone = ({ asked, found, before }: { asked: number; found: number; before: number }): boolean =>
  asked <= DELETIONS_ALONE_MAX && before + found <= DELETIONS_ALONE_MAX

/** What an approval of a deletion is good for: these reports, in whichever order. */
export const deletionTerms = (ids: readonly number[]) => ({
  action: 'reports.delete',
  params: { ids: [...new Set(ids)].sort((one, other) => one - other) },
})
