import { classNames } from '../../../shared/ui/class-names.js'
import type { Column } from './columns.js'
import styles from './data-table.module.css'

interface RowCellProps<Row> {
  column: Column<Row>
  row: Row
  name: string
  onOpen?: () => void
}

/** One cell; on a phone its column's title stands beside it. */
export function RowCell<Row>({ column, row, name, onOpen }: RowCellProps<Row>) {
  const { title, titleHidden, cell, opens, spare, text, figures } = column
  return (
    <td
      role="cell"
      className={classNames(spare && styles.spare, text && styles.text, figures && styles.figures)}
      data-title={titleHidden ? undefined : title}
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
