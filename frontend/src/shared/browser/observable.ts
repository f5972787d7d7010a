/** A value with the interface of React's external stores. */
export interface Observable<Value> {
  get(): Value
  subscribe(listener: () => void): () => void
}

interface Source<Value> extends Observable<Value> {
  set(change: Partial<Value>): void
}

export function createSource<Value extends object>(initial: Value): Source<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    set(change) {
      const changes = (Object.keys(change) as (keyof Value)[]).some((key) => !Object.is(value[key], change[key]))
      if (!changes) return
      value = { ...value, ...change }
      for (const listener of [...listeners]) listener()
    },
  }
}
