import { type ComponentProps, createContext, type ReactNode, useContext, useEffect, useState } from 'react'

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

/** True once a control has shown `what` long enough. `first`: what it may show without a wait. */
export function useSettled(what: unknown, withinMs = SETTLES_WITHIN_MS, first: unknown = NOTHING_YET): boolean {
  const [settled, setSettled] = useState(first)
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

const ReplacedLately = createContext(false)

/** True while a press may still be meant for what was in this control's place. */
export const useReplacedLately = (): boolean => useContext(ReplacedLately)

interface ResettlingProps {
  /** What presses here do, and to which entries. */
  meaning: string
  children: ReactNode
}

/** Makes its buttons ignore presses each time they come to mean something else. */
export function Resettling({ meaning, children }: ResettlingProps) {
  const outer = useReplacedLately()
  const settled = useSettled(meaning, SETTLES_WITHIN_MS, meaning)
  return <ReplacedLately value={outer || !settled}>{children}</ReplacedLately>
}

/** Container whose controls ignore presses at first. */
export const Settling = (props: Omit<ComponentProps<'div'>, 'inert'>) => <div {...props} inert={!useSettled(true)} />
