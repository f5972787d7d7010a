let holders = 0
let waiting: (() => void)[] = []

/** Keeps the page from being loaded anew by itself: a battle would end with it. Answers how to let go. */
export function holdPage(): () => void {
  let held = true
  holders += 1
  return () => {
    if (!held) return
    held = false
    holders -= 1
    if (holders > 0) return
    for (const tell of waiting) tell()
    waiting = []
  }
}

/** Resolves as soon as nobody holds the page. */
export const pageIsFree = (): Promise<void> =>
  holders === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))
