import { useSyncExternalStore } from 'react'
import { useAskBeforeLeaving } from '../kit/ask-before-leaving.js'

type Codes = readonly string[]

const NONE: Codes = []
/** Codes by administrator, in memory only: they belong in no storage. */
const unkept = new Map<number, Codes>()
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const show = (administrator: number, codes: Codes) => {
  if (codes.length > 0) unkept.set(administrator, codes)
  else unkept.delete(administrator)
  listeners.forEach((listener) => listener())
}

/** Recovery codes that outlive a change of the screen until their owner has kept them; a reload asks first. */
export function useUnkeptCodes(administrator: number) {
  const codes = useSyncExternalStore(subscribe, () => unkept.get(administrator) ?? NONE)
  useAskBeforeLeaving(codes.length > 0)
  return { codes, show: (given: Codes) => show(administrator, given), kept: () => show(administrator, NONE) }
}
