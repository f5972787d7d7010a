import { type RefObject, useEffect, useRef, useState } from 'react'

const AHEAD = '800px'

interface GrowingList<End extends HTMLElement> {
  shown: number
  end: RefObject<End | null>
  reveal: (index: number) => void
}

/** Grows as `end`, the element after the list, comes near; complete where unsupported. */
export function useGrowingList<End extends HTMLElement>(total: number, step: number): GrowingList<End> {
  const [limit, setLimit] = useState(() => ('IntersectionObserver' in globalThis ? step : total))
  const end = useRef<End>(null)
  const complete = limit >= total

  useEffect(() => {
    if (!end.current || complete) return undefined
    const grow = () => setLimit((before) => before + step)
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && grow(), { rootMargin: AHEAD })
    observer.observe(end.current)
    return () => observer.disconnect()
    // Observes again: an end that stays near reports nothing.
  }, [limit, complete, step])

  const reveal = (index: number) => setLimit((before) => Math.max(before, index + 1))
  return { shown: Math.min(limit, total), end, reveal }
}
