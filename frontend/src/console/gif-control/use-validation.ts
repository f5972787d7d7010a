import type { GifCheckView } from '@kla/proto/web'
import { toastError, toastNeutral, toastSuccess } from '../../shared/ui/toast.js'
import { useDeleteBrokenMutation, useFindBrokenMutation, type Stretch } from './gifs-api.js'

const NONE: readonly GifCheckView[] = []

/** One look for the whole console: it is still there after a look at one of the GIFs. */
const ONE_LOOK = { fixedCacheKey: 'validation' }

/** Looks at the addresses of some GIFs, and deletes those that do not answer. */
export function useValidation() {
  const [find, finding] = useFindBrokenMutation(ONE_LOOK)
  const [deleteAll, deleting] = useDeleteBrokenMutation()

  const broken = finding.data?.results.filter(({ ok }) => !ok) ?? NONE

  const validate = async (stretch: Stretch): Promise<void> => {
    const { data } = await find(stretch)
    if (!data) toastError('Validation failed (request timed out or server error)')
    else if (data.results.length === 0) {
      toastNeutral('No rows returned for this page. Try lowering limit or adjusting offset.')
    } else toastSuccess(`Checked ${data.checked} links`)
  }

  const deleteBroken = async (): Promise<void> => {
    const { data } = await deleteAll({ ids: broken.map(({ id }) => id) })
    if (!data) {
      toastError('Failed to delete broken GIFs')
      return
    }
    toastSuccess(`Deleted ${data.deleted} broken GIFs`)
    const kept = broken.length - data.deleted
    if (kept > 0) toastNeutral(`${kept} kept: they answered this time, or could not be asked.`)
    finding.reset()
  }

  return {
    validate,
    deleteBroken,
    validating: finding.isLoading,
    deleting: deleting.isLoading,
    checked: finding.data?.checked ?? null,
    broken,
  }
}
