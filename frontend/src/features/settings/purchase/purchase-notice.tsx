import { Button } from '../../../shared/ui/button.js'
import { Icon } from '../../../shared/ui/icon.js'
import { Spinner } from '../../../shared/ui/spinner.js'
import { usePurchaseReturn } from './use-purchase-return.js'
import styles from './purchase-notice.module.css'

/** What became of a purchase, for those who come back from paying. Nothing for everybody else. */
export function PurchaseNotice() {
  const { verdict, checking, checkAgain } = usePurchaseReturn()
  const shown = verdict !== null || checking
  return (
    <div className={shown ? styles.notice : undefined} data-kind={verdict?.kind}>
      <p className={styles.text} role="status">
        {/* Said again with every check, so that an answer like the last one is heard too. */}
        {checking && (
          <>
            <Spinner /> Checking your purchase…
          </>
        )}
        {verdict && !checking && (
          <>
            <Icon name={verdict.kind === 'paid' ? 'check' : 'clock'} />
            <span className="tabular">{verdict.text}</span>
          </>
        )}
      </p>
      {verdict && verdict.kind !== 'paid' && (
        <Button busy={checking} onClick={checkAgain}>
          Check again
        </Button>
      )}
    </div>
  )
}
