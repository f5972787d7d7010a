import { useEffect, useState, type RefObject } from 'react'

/** What merely passes by while somebody scrolls is not there long enough to be loaded. */
const DWELL_MS = 150

const watched = new Map<Element, (seen: boolean) => void>()
let shared: IntersectionObserver | null = null

/** One observer for however many elements there are. */
const observer = (): IntersectionObserver =>
  (shared ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) watched.get(target)?.(isIntersecting)
  }))

/** Whether an element is on the screen, and stays there. */
export function useOnScreen(ref: RefObject<Element | null>): boolean {
  const [onScreen, setOnScreen] = useState(false)

  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    let dwelling: ReturnType<typeof setTimeout> | undefined
    watched.set(element, (seen) => {
      clearTimeout(dwelling)
      if (seen) dwelling = setTimeout(() => setOnScreen(true), DWELL_MS)
      else setOnScreen(false)
    })
    observer().observe(element)
    return () => {
      clearTimeout(dwelling)
      watched.delete(element)
      observer().unobserve(element)
    }
  }, [ref])

  return onScreen
}
