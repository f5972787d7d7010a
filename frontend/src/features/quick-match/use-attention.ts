import { useEffect } from 'react'
import { createDrum, createWebAudioKit, isDrumMuted } from '../../shared/drum/index.js'
import { browserClock } from '../../shared/realtime/clock.js'

/** Urgent enough to be heard from another tab, and slower than any round. */
const BEAT_MS = 650
const TITLE = '● Opponent found'

/** Calls somebody who looks elsewhere: by the drum, unless it is silenced, and by the title of the tab. */
export function useAttention(calling: boolean): void {
  useEffect(() => {
    if (!calling) return undefined
    const drum = createDrum(createWebAudioKit(), browserClock)
    drum.setMuted(isDrumMuted())
    drum.play(BEAT_MS)
    return drum.close
  }, [calling])

  useEffect(() => {
    const before = document.title
    document.title = TITLE
    return () => {
      // The next screen may have named itself already.
      if (document.title === TITLE) document.title = before
    }
  }, [])
}
