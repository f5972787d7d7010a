/** The part of browser storage that we use. */
export type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

type Kind = 'localStorage' | 'sessionStorage'

function createMemory(kind: Kind): Memory {
  const held = new Map<string, string>()
  const attempt = <Result>(act: (storage: Storage) => Result): Result | undefined => {
    try {
      return act(window[kind])
    } catch {
      return undefined
    }
  }
  return {
    getItem: (key) => held.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    setItem(key, value) {
      held.set(key, value)
      attempt((storage) => {
        storage.setItem(key, value)
        held.delete(key)
      })
    },
    removeItem(key) {
      held.delete(key)
      attempt((storage) => storage.removeItem(key))
    },
  }
}

const memories = { localStorage: createMemory('localStorage'), sessionStorage: createMemory('sessionStorage') }

/** Falls back to memory where storage is denied or full. Never throws. */
export const browserMemory = (kind: Kind): Memory => memories[kind]
