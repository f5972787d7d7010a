import type { Memory } from '../src/shared/browser/memory.js'

/** Browser storage of a test. */
export interface FakeMemory extends Memory {
  all(): Record<string, string>
}

export function fakeMemory(content: Readonly<Record<string, string>> = {}): FakeMemory {
  const kept = new Map(Object.entries(content))
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    all: () => Object.fromEntries(kept),
  }
}
