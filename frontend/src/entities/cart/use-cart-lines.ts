import { useSyncExternalStore } from 'react'
import { cart } from './cart.js'

const subscribe = (listener: () => void) => {
  const unsubscribe = cart.subscribe(listener)
  // Another tab may have changed it.
  window.addEventListener('storage', listener)
  return () => {
    unsubscribe()
    window.removeEventListener('storage', listener)
  }
}

/** What is in the cart. */
export const useCartLines = () => useSyncExternalStore(subscribe, cart.lines)
