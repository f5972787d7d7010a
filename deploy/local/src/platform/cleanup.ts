/** Undo steps, run in reverse order. */
export interface Cleanup {
  add(undo: () => Promise<unknown> | void): void
  run(): Promise<void>
}

export function createCleanup(): Cleanup {
  const steps: (() => Promise<unknown> | void)[] = []
  return {
    add: (undo) => void steps.push(undo),
    async run() {
      const faults: unknown[] = []
      for (let undo = steps.pop(); undo; undo = steps.pop()) {
        try {
          await undo()
        } catch (error) {
          faults.push(error)
        }
      }
      if (faults.length > 0) throw faults[0]
    },
  }
}

/** Throws only after all have settled, unlike Promise.all. */
export async function all<T extends readonly unknown[]>(
  ...works: T
): Promise<{ -readonly [I in keyof T]: Awaited<T[I]> }> {
  const settled = await Promise.allSettled(works)
  const failed = settled.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  return Promise.all(works) as Promise<{ -readonly [I in keyof T]: Awaited<T[I]> }>
}
