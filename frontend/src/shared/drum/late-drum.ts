import type { Drum } from './drum.js'

/** Loads with the first gesture or rhythm; a failure is retried with the next. */
export function createLateDrum(load: () => Promise<() => Drum>, isMuted: boolean): Drum {
  let drum: Drum | null = null
  let loading = false
  let closed = false
  let muted = isMuted
  let rhythm: number | null = null

  const begin = (create: () => Drum) => {
    if (closed) return
    drum = create()
    drum.setMuted(muted)
    drum.wake()
    if (rhythm !== null) drum.play(rhythm)
  }
  const loadOnce = () => {
    if (loading || closed) return
    loading = true
    load().then(begin, () => (loading = false))
  }
  return {
    play(intervalMs) {
      rhythm = intervalMs
      if (drum) drum.play(intervalMs)
      else loadOnce()
    },
    stop() {
      rhythm = null
      drum?.stop()
    },
    beat: () => drum?.beat(),
    setMuted(next) {
      muted = next
      drum?.setMuted(next)
    },
    wake() {
      if (drum) drum.wake()
      else loadOnce()
    },
    close() {
      closed = true
      drum?.close()
    },
  }
}
