export type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const forgetful = (): Memory => {
  const held = new Map<string, string>()
  return {
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
  }
}

/** Browser storage, or memory where the browser denies it (blocked site data). */
export const browserMemory = (kind: 'localStorage' | 'sessionStorage'): Memory => {
  try {
    const storage = window[kind]
    storage.getItem('')
    return storage
  } catch {
    return forgetful()
  }
}
