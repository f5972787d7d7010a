import { Spinner } from '../../shared/ui/spinner.js'
import styles from './list-status.module.css'

/** How many rooms there are, or that they are still awaited. Only the waiting is read out: the count never rests. */
export const ListStatus = ({ open }: { open: number | undefined }) => (
  <p className={styles.status} role={open === undefined ? 'status' : undefined}>
    {open === undefined && (
      <>
        <Spinner size={16} /> Connecting to the lobby…
      </>
    )}
    {open !== undefined && open > 0 && `${open} open`}
  </p>
)
