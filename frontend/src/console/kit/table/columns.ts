import type { ReactNode } from 'react'

export interface Column<Row> {
  title: string
  cell: (row: Row) => ReactNode
  /** Its content opens the entry. One column of a table has this. */
  opens?: boolean
  /** Left out first where the list has little room. */
  spare?: boolean
  /** Takes what the others leave, and at most two lines. */
  text?: boolean
  /** Figures stand at the right. */
  figures?: boolean
  /** No title is drawn, where the content speaks for itself. */
  titleHidden?: boolean
}
