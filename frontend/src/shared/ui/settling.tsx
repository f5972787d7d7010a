import { type ComponentProps, useEffect, useState } from 'react'

/** Exceeds the longest double-click interval of operating systems. */
export const SETTLES_WITHIN_MS = 600

interface Appeared {
  /** Time of appearance on the clock of `nowMs`. */
  appearedAtMs: number
  nowMs: number
}

/** Milliseconds for which a new control ignores presses, which were aimed at what it replaced. */
export const settlesInMs = ({ appearedAtMs, nowMs }: Appeared, withinMs = SETTLES_WITHIN_MS): number =>
  Math.max(0, appearedAtMs + withinMs - nowMs)

const NOTHING_YET = {}

/** True once a control has shown `what` long enough. */
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

/** Container whose controls ignore presses at first. */
export const Settling = (props: Omit<ComponentProps<'div'>, 'inert'>) => <div {...props} inert={!useSettled(true)} />
