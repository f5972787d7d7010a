import { type ComponentProps, useEffect, useState } from 'react'

/** A little above the longest double-click interval of operating systems. */
export const SETTLES_WITHIN_MS = 600

interface Appeared {
  /** Time when the control appeared, on the clock of `nowMs`. */
  appearedAtMs: number
  nowMs: number
}

/**
 * Milliseconds for which a new control takes no press: one that began before, or so soon after, was aimed at what was
 * in its place. 0: it takes presses.
 */
export const settlesInMs = ({ appearedAtMs, nowMs }: Appeared, withinMs = SETTLES_WITHIN_MS): number =>
  Math.max(0, appearedAtMs + withinMs - nowMs)

const NOTHING_YET = {}

/** True if a control may take presses: it has shown `what`, such as an action or a round, long enough. */
export function useSettled(what: unknown, withinMs = SETTLES_WITHIN_MS): boolean {
  const [settled, setSettled] = useState<unknown>(NOTHING_YET)
  useEffect(() => {
    const appearedAtMs = performance.now()
    const settle = () => setSettled(what)
    const timer = setTimeout(settle, settlesInMs({ appearedAtMs, nowMs: performance.now() }, withinMs))
    return () => {
      clearTimeout(timer)
      setSettled(NOTHING_YET)
    }
  }, [what, withinMs])
  return Object.is(settled, what)
}

/** Container whose controls take no press, by any device, until they have been there for a moment. */
export const Settling = (props: Omit<ComponentProps<'div'>, 'inert'>) => <div {...props} inert={!useSettled(true)} />
