/** Something that was done and can be taken back. */
export interface Undoable {
  /** What is taken back, such as 'Report #12: pending → reviewed'. */
  label: string
  /** Takes it back; a refusal is thrown. */
  undo: () => Promise<unknown>
}

/** As far back as anybody remembers what they did. */
export const UNDO_MAX = 20

export const pushed = (stack: readonly Undoable[], done: Undoable): Undoable[] => [...stack, done].slice(-UNDO_MAX)
