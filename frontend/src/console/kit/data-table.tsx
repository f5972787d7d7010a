import { type MouseEvent, type ReactNode, useRef } from 'react'
import { classNames } from '../../shared/ui/class-names.js'
import styles from './data-table.module.css'
import type { EntryId } from './list-state.js'
import { useRowKeys } from './row-keys.js'
import type { Selection } from './selection.js'
import { useOpening } from './shortcuts.js'

/** Column of a table and its behaviour on narrow screens. */
export interface Column<Row> {
  title: string
  cell: (row: Row) => ReactNode
  opens?: boolean
  /** Hidden first on narrow screens. */
  spare?: boolean
  text?: boolean
  figures?: boolean
}

interface DataTableProps<Row, Id extends EntryId> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => Id
  nameOf: (row: Row) => string
  open?: Id | null | undefined
  onOpen?: ((id: Id) => void) | undefined
  selection?: Selection<Id> | undefined
  stale?: boolean
}

const CONTROLS = 'a, button, input, label, select, textarea'

/** Server-side list. `j` and `k` move, Enter or a click opens, `x` selects. */
export function DataTable<Row, Id extends EntryId>(props: DataTableProps<Row, Id>) {
  const { label, columns, rows, idOf, nameOf, open, onOpen, selection, stale = false } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const { onFocus } = useRowKeys(body, selection !== undefined)
  const opening = useOpening()
  const openId = (id: Id) => {
    if (id !== open) opening.begins()
    onOpen?.(id)
  }

  const openRow = (event: MouseEvent, row: Row) => {
    const pressedText = window.getSelection()?.toString() !== ''
    if (pressedText || (event.target instanceof Element && event.target.closest(CONTROLS))) return
    openId(idOf(row))
  }
  // Rows become blocks on phones and lose their implicit roles.
  return (
    <div className={classNames(styles.frame, stale && styles.stale)} aria-busy={stale}>
      <table className={styles.table} role="table" aria-label={label}>
        <thead className={styles.head} role="rowgroup">
          <tr role="row">
            {selection && (
              <th className={styles.box} role="columnheader" scope="col">
                <SelectBox
                  label="Select all on this page"
                  checked={selection.all}
                  some={selection.ids.length > 0}
                  onToggle={selection.toggleAll}
                />
              </th>
            )}
            {columns.map(({ title, spare, figures }) => (
              <th
                key={title}
                role="columnheader"
                scope="col"
                className={classNames(spare && styles.spare, figures && styles.figures)}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} role="rowgroup" onFocus={onFocus}>
          {rows.map((row) => {
            const id = idOf(row)
            return (
              <tr
                key={id}
                role="row"
                className={styles.row}
                aria-current={open === id || undefined}
                onClick={onOpen && ((event) => openRow(event, row))}
              >
                {selection && (
                  <td className={styles.box} role="cell">
                    <SelectBox
                      label={`Select ${nameOf(row)}`}
                      checked={selection.has(id)}
                      onToggle={() => selection.toggle(id)}
                    />
                  </td>
                )}
                {columns.map((column) => (
                  <RowCell
                    key={column.title}
                    column={column}
                    row={row}
                    name={nameOf(row)}
                    onOpen={onOpen && (() => openId(id))}
                  />
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

interface SelectBoxProps {
  label: string
  checked: boolean
  some?: boolean
  onToggle: () => void
}

const SelectBox = ({ label, checked, some = false, onToggle }: SelectBoxProps) => (
  <label className={styles.boxFrame}>
    <input
      ref={(box) => {
        if (box) box.indeterminate = some && !checked
      }}
      type="checkbox"
      className={styles.check}
      aria-label={label}
      checked={checked}
      onChange={onToggle}
    />
  </label>
)

interface RowCellProps<Row> {
  column: Column<Row>
  row: Row
  name: string
  onOpen?: (() => void) | undefined
}

function RowCell<Row>({ column, row, name, onOpen }: RowCellProps<Row>) {
  const { title, cell, opens, spare, text, figures } = column
  return (
    <td
      role="cell"
      className={classNames(spare && styles.spare, text && styles.text, figures && styles.figures)}
      data-title={title}
    >
      {opens && onOpen ? (
        <button type="button" className={styles.opens} data-opens="" aria-label={`Open ${name}`} onClick={onOpen}>
          {cell(row)}
        </button>
      ) : (
        <div className={styles.content}>{cell(row)}</div>
      )}
    </td>
  )
}
