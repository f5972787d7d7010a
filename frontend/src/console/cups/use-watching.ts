import { useState } from 'react'
import type { CupTieView, WatchLink } from '@kla/proto/web'
import { toastError } from '../../shared/ui/toast.js'
import { browserMemory } from '../../shared/browser/memory.js'
import { JUDGE_SESSION_KEY } from '../../entities/room/watch-link.js'
import { readToken } from '../session/token.js'
import { errorText } from '../../shared/api/errors.js'
import { useWatchTieMutation } from './ties-api.js'

/** Opens a tie's room for a judge in a tab of its own. */
export function useWatching({ cup_id, tie }: CupTieView) {
  const [ask, { isLoading }] = useWatchTieMutation()
  const [link, setLink] = useState<WatchLink | null>(null)
  const watch = async () => {
    const { data, error } = await ask({ cupId: cup_id, tieId: tie.id })
    if (!data) {
      toastError(errorText(error, 'Failed to open the room.'))
      return
    }
    // Whether a browser that keeps such tabs away has done so cannot be seen from here: the link is shown as well.
    // The tab begins with a copy of what this one keeps: without the session the link opens nothing.
    browserMemory('sessionStorage').setItem(JUDGE_SESSION_KEY, readToken() ?? '')
    window.open(data.url, '_blank')
    setLink(data)
  }
  return { watch, asking: isLoading, link }
}
