/** What is to happen, the earliest first: a binary heap. */
export interface EventQueue<T> {
  add(at: number, event: T): void
  /** Takes the earliest out. */
  next(): { readonly at: number; readonly event: T } | undefined
}

export function createEventQueue<T>(): EventQueue<T> {
  const heap: { at: number; event: T }[] = []
  const at = (index: number): number => heap[index]?.at ?? Infinity
  const swap = (one: number, other: number): void => {
    ;[heap[one], heap[other]] = [heap[other] as (typeof heap)[number], heap[one] as (typeof heap)[number]]
  }
  return {
    add(time, event) {
      heap.push({ at: time, event })
      for (let child = heap.length - 1; child > 0; ) {
        const parent = (child - 1) >> 1
        if (at(parent) <= at(child)) return
        swap(parent, child)
        child = parent
      }
    },
    next() {
      const [first] = heap
      const last = heap.pop()
      if (first === undefined || last === undefined || heap.length === 0) return first
      heap[0] = last
      for (let parent = 0; ; ) {
        const child = at(parent * 2 + 1) <= at(parent * 2 + 2) ? parent * 2 + 1 : parent * 2 + 2
        if (at(child) >= at(parent)) return first
        swap(parent, child)
        parent = child
      }
    },
  }
}
