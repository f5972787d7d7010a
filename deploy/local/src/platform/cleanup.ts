/** What has to be undone, last thing first. */
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
