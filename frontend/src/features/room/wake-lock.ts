import { useEffect } from 'react'

/** Keeps a phone awake; browsers may refuse or release the lock. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let over = false

    const ask = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      const given = await navigator.wakeLock.request('screen').catch(() => null)
      if (over) void given?.release()
      else lock = given
    }
    const onVisible = () => void ask()

    onVisible()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      over = true
      document.removeEventListener('visibilitychange', onVisible)
      void lock?.release()
    }
  }, [])
}
