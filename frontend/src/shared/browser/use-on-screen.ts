import { type RefObject, useEffect, useState } from 'react'

/** Entries that scroll past are not worth loading. */
const DWELL_MS = 200

const watched = new Map<Element, (seen: boolean) => void>()
let shared: IntersectionObserver | null = null
let scrolledAt = Number.NEGATIVE_INFINITY

const onScroll = () => {
  scrolledAt = performance.now()
}
const SCROLLS: AddEventListenerOptions = { capture: true, passive: true }

function watch(element: Element, notify: (seen: boolean) => void): () => void {
  if (!('IntersectionObserver' in window)) {
    notify(true)
    return () => undefined
  }
  shared ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) watched.get(target)?.(isIntersecting)
  })
  if (watched.size === 0) document.addEventListener('scroll', onScroll, SCROLLS)
  watched.set(element, notify)
  shared.observe(element)
  return () => {
    shared?.unobserve(element)
    watched.delete(element)
    if (watched.size === 0) document.removeEventListener('scroll', onScroll, SCROLLS)
  }
}

/** True once scrolling stops on it, or where unsupported. */
export function useOnScreen(ref: RefObject<Element | null>): boolean {
  const [onScreen, setOnScreen] = useState(false)

  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    let dwelling: ReturnType<typeof setTimeout> | undefined
    const settle = () => {
      const restless = performance.now() - scrolledAt < DWELL_MS
      if (restless) dwelling = setTimeout(settle, DWELL_MS)
      else setOnScreen(true)
    }
    const unwatch = watch(element, (seen) => {
      clearTimeout(dwelling)
      if (seen) dwelling = setTimeout(settle, DWELL_MS)
      else setOnScreen(false)
    })
    return () => {
      clearTimeout(dwelling)
      unwatch()
    }
  }, [ref])

  return onScreen
}
