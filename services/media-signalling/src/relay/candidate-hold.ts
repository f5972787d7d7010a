/** Keeps candidates back for a moment and lets them go in the order they came. */
export interface CandidateHold<T> {
  add(item: T): void
  /** Lets all go at once, for the end of the process. */
  flush(): void
}

/**
 * A queue group spreads one sender's messages over all pods, so the candidates that a browser sends right after its
 * offer could overtake it: checking a description takes longer than checking a candidate. A head start for
 * descriptions, longer than that difference and shorter than anybody notices, keeps them in front.
 */
export const CANDIDATE_HOLD_MS = 25

export function createCandidateHold<T>(
  release: (item: T) => void,
  holdMs: number = CANDIDATE_HOLD_MS,
): CandidateHold<T> {
  const held: { readonly item: T; readonly dueMs: number }[] = []
  let timer: NodeJS.Timeout | undefined

  const letGo = (untilMs: number): void => {
    timer = undefined
    while (held[0] && held[0].dueMs <= untilMs) release((held.shift() as { item: T }).item)
    if (held[0]) timer = setTimeout(() => letGo(performance.now()), Math.max(1, held[0].dueMs - untilMs))
  }

  return {
    add(item) {
      const now = performance.now()
      held.push({ item, dueMs: now + holdMs })
      timer ??= setTimeout(() => letGo(performance.now()), holdMs)
    },
    flush() {
      clearTimeout(timer)
      letGo(Infinity)
    },
  }
}
