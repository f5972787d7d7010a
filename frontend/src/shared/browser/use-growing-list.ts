import { useEffect, useRef, useState, type RefObject } from 'react'

/** How far before the end of what is there more of it is drawn. */
const AHEAD = '800px'

interface GrowingList<End extends HTMLElement> {
  /** How many entries to draw now. */
  shown: number
  /** Belongs on an element after the last entry drawn. */
  end: RefObject<End | null>
  /** Draws at least the entry at this index. */
  reveal: (index: number) => void
}

/** Draws a long list step by step as somebody comes near its end. */
export function useGrowingList<End extends HTMLElement>(total: number, step: number): GrowingList<End> {
  const [limit, setLimit] = useState(step)
  const end = useRef<End>(null)
  const complete = limit >= total

  useEffect(() => {
    if (!end.current || complete) return undefined
    const grow = () => setLimit((before) => before + step)
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && grow(), { rootMargin: AHEAD })
    observer.observe(end.current)
    return () => observer.disconnect()
    // Watched anew after each step: an end that is still near says nothing by itself.
  }, [limit, complete, step])

  const reveal = (index: number) => setLimit((before) => Math.max(before, index + 1))
  return { shown: Math.min(limit, total), end, reveal }
}
