import { useEffect, useRef } from 'react'
import { toastNeutral } from '../../shared/ui/toast.js'

/** A toast is easily missed on the stage, and a tie that is missed is lost. */
const AGAIN_MS = 60_000

/**
 * Says `text` by a toast, and again every minute, for as long as it is given. What `known` names already is not said at
 * once: it stood on the screen until a moment ago.
 */
export function useReminder(text: string | null, known: string | null) {
  const told = useRef(known)
  useEffect(() => {
    if (known !== null) told.current = known
  }, [known])

  useEffect(() => {
    if (text === null) return undefined
    const say = () => void toastNeutral(text, { id: text })
    if (told.current !== text) say()
    told.current = text
    const timer = setInterval(say, AGAIN_MS)
    return () => clearInterval(timer)
  }, [text])
}
